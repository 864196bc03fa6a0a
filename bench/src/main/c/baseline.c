/*
 * The work of the storage benchmarks, done with SQLite's C interface and nothing else.
 *
 *   baseline FILE SYNCHRONOUS EXAMPLES TABLE_ROWS
 *
 * Reads commands from its input, one a line, and answers each with "wall_nanos cpu_nanos check":
 *   single N    writes N rows, each in a transaction of its own
 *   batch N     writes N rows, a thousand in each transaction
 *   point T N   reads N rows by their key on T threads
 *   top N       reads the first 50 rows by importance, N times
 * "version" is answered with the version of SQLite. Schema and rows are made by the caller; EXAMPLES holds the
 * content of rows, a line each with tabs between the columns.
 */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { EXAMPLES_MAX = 4096, ID = 37, UNIT = 1000, STRIDE = 31337, THREADS_MAX = 64 };

typedef struct {
    char *tier, *content, *created, *updated, *metadata;
    double importance, surprise, consolidation;
    long long updates, successes, failures, red_line;
} Memory;

/* A copy of one result row: a caller keeps values, not pointers into the cursor. */
typedef struct {
    char id[64], content[512], updated[64];
    double importance;
    long long updates;
    int red_line;
} Found;

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *by_id;
    long first, count, check;
} Reader;

static Memory examples[EXAMPLES_MAX];
static int example_count;
static long table_rows, next_row;
static const char *file, *synchronous;

static const char *INSERT =
    "INSERT INTO continuum_memory ("
    "id, tier, content, importance, surprise_score, consolidation_score, update_count, success_count, "
    "failure_count, semantic_centroid, last_promotion_at, created_at, updated_at, metadata, expires_at, "
    "red_line, red_line_reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
#define COLUMNS "SELECT id, content, importance, update_count, red_line, updated_at FROM continuum_memory "
static const char *BY_ID = COLUMNS "WHERE id = ?";
static const char *TOP = COLUMNS "ORDER BY importance DESC LIMIT 50";

static void fail(const char *what, sqlite3 *db) {
    fprintf(stderr, "baseline: %s: %s\n", what, db ? sqlite3_errmsg(db) : "");
    exit(1);
}

static void execute(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, db);
}

static sqlite3 *open_file(int flags) {
    sqlite3 *db;
    char sql[64];
    if (sqlite3_open_v2(file, &db, flags, NULL) != SQLITE_OK) fail(file, db);
    sqlite3_busy_timeout(db, 60000);
    execute(db, "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -64000; PRAGMA wal_autocheckpoint = 8000");
    snprintf(sql, sizeof sql, "PRAGMA synchronous = %s", synchronous);
    execute(db, sql);
    return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql, db);
    return statement;
}

static char *field(char **rest) {
    char *start = *rest;
    char *end = strpbrk(start, "\t\n");
    if (!end) fail("a line of the examples is too short", NULL);
    *end = 0;
    *rest = end + 1;
    return start;
}

static void load_examples(const char *path) {
    char *line = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in) fail(path, NULL);
    while (example_count < EXAMPLES_MAX && getline(&line, &size, in) > 0) {
        char *rest = strdup(line);
        Memory *m = &examples[example_count++];
        m->tier = field(&rest);
        m->content = field(&rest);
        m->importance = atof(field(&rest));
        m->surprise = atof(field(&rest));
        m->consolidation = atof(field(&rest));
        m->updates = atoll(field(&rest));
        m->successes = atoll(field(&rest));
        m->failures = atoll(field(&rest));
        m->created = field(&rest);
        m->updated = field(&rest);
        m->metadata = field(&rest);
        m->red_line = atoll(field(&rest));
    }
    free(line);
    fclose(in);
}

static void write_id(char *id, long number) {
    snprintf(id, ID, "019a8c5e-7000-7000-8000-%012lx", number & 0xffffffffffffL);
}

static void text(sqlite3_stmt *s, int column, const char *value) {
    sqlite3_bind_text(s, column, value, -1, SQLITE_STATIC);
}

static void insert(sqlite3 *db, sqlite3_stmt *s, const char *id, const Memory *m) {
    text(s, 1, id);
    text(s, 2, m->tier);
    text(s, 3, m->content);
    sqlite3_bind_double(s, 4, m->importance);
    sqlite3_bind_double(s, 5, m->surprise);
    sqlite3_bind_double(s, 6, m->consolidation);
    sqlite3_bind_int64(s, 7, m->updates);
    sqlite3_bind_int64(s, 8, m->successes);
    sqlite3_bind_int64(s, 9, m->failures);
    sqlite3_bind_null(s, 10);
    sqlite3_bind_null(s, 11);
    text(s, 12, m->created);
    text(s, 13, m->updated);
    text(s, 14, m->metadata);
    sqlite3_bind_null(s, 15);
    sqlite3_bind_int64(s, 16, m->red_line);
    sqlite3_bind_null(s, 17);
    if (sqlite3_step(s) != SQLITE_DONE) fail("insert", db);
    sqlite3_reset(s);
}

static void copy_text(char *to, size_t size, sqlite3_stmt *s, int column) {
    size_t length = (size_t)sqlite3_column_bytes(s, column);
    if (length >= size) fail("a text is longer than expected", NULL);
    memcpy(to, sqlite3_column_text(s, column), length);
    to[length] = 0;
}

static long found(sqlite3_stmt *s) {
    Found f;
    copy_text(f.id, sizeof f.id, s, 0);
    copy_text(f.content, sizeof f.content, s, 1);
    f.importance = sqlite3_column_double(s, 2);
    f.updates = sqlite3_column_int64(s, 3);
    f.red_line = sqlite3_column_int(s, 4);
    copy_text(f.updated, sizeof f.updated, s, 5);
    return (long)(strlen(f.id) + strlen(f.content) + strlen(f.updated) + f.updates) + (long)(f.importance * 1000)
        + (f.red_line ? 1 : 0);
}

static long long now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long cpu(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1000000000LL
        + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1000LL;
}

static long long wall_start, cpu_start;

static void start(void) {
    cpu_start = cpu();
    wall_start = now(CLOCK_MONOTONIC);
}

static void answer(long check) {
    long long wall = now(CLOCK_MONOTONIC) - wall_start;
    printf("%lld %lld %ld\n", wall, cpu() - cpu_start, check);
    fflush(stdout);
}

static void writes(sqlite3 *db, sqlite3_stmt *s, long count, int unit) {
    char(*ids)[ID] = malloc((size_t)count * ID);
    for (long i = 0; i < count; i++) write_id(ids[i], next_row + i);
    start();
    for (long i = 0; i < count; i++) {
        if (unit > 1 && i % unit == 0) execute(db, "BEGIN IMMEDIATE");
        insert(db, s, ids[i], &examples[(next_row + i) % example_count]);
        if (unit > 1 && (i % unit == unit - 1 || i == count - 1)) execute(db, "COMMIT");
    }
    answer(count);
    next_row += count;
    free(ids);
}

static char (*scattered)[ID];

static void *read_points(void *argument) {
    Reader *r = argument;
    r->check = 0;
    for (long i = r->first; i < r->first + r->count; i++) {
        sqlite3_bind_text(r->by_id, 1, scattered[i % table_rows], ID - 1, SQLITE_STATIC);
        if (sqlite3_step(r->by_id) != SQLITE_ROW) fail("a row is missing", r->db);
        r->check += found(r->by_id);
        sqlite3_reset(r->by_id);
    }
    return NULL;
}

static void points(int threads, long count) {
    static Reader readers[THREADS_MAX];
    pthread_t ids[THREADS_MAX];
    long check = 0;
    if (!scattered) {
        scattered = malloc((size_t)table_rows * ID);
        for (long i = 0; i < table_rows; i++) write_id(scattered[i], i * STRIDE % table_rows);
    }
    for (int t = 0; t < threads; t++) {
        Reader *r = &readers[t];
        if (!r->db) {
            r->db = open_file(SQLITE_OPEN_READONLY);
            r->by_id = prepare(r->db, BY_ID);
        }
        r->first = count * t / threads;
        r->count = count * (t + 1) / threads - r->first;
    }
    start();
    for (int t = 1; t < threads; t++) pthread_create(&ids[t], NULL, read_points, &readers[t]);
    read_points(&readers[0]);
    for (int t = 1; t < threads; t++) pthread_join(ids[t], NULL);
    for (int t = 0; t < threads; t++) check += readers[t].check;
    answer(check);
}

static void tops(sqlite3 *db, sqlite3_stmt *s, long count) {
    long check = 0;
    int code;
    start();
    for (long i = 0; i < count; i++) {
        while ((code = sqlite3_step(s)) == SQLITE_ROW) check += found(s);
        if (code != SQLITE_DONE) fail("top", db);
        sqlite3_reset(s);
    }
    answer(check);
}

int main(int argc, char **argv) {
    char line[128];
    int threads;
    long count;
    if (argc != 5) fail("usage: baseline FILE SYNCHRONOUS EXAMPLES TABLE_ROWS", NULL);
    file = argv[1];
    synchronous = argv[2];
    load_examples(argv[3]);
    table_rows = next_row = atol(argv[4]);
    sqlite3 *db = open_file(SQLITE_OPEN_READWRITE);
    sqlite3_stmt *write_row = prepare(db, INSERT);
    sqlite3_stmt *read_top = prepare(db, TOP);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "single %ld", &count) == 1) {
            writes(db, write_row, count, 1);
        } else if (sscanf(line, "batch %ld", &count) == 1) {
            writes(db, write_row, count, UNIT);
        } else if (sscanf(line, "point %d %ld", &threads, &count) == 2 && threads <= THREADS_MAX) {
            points(threads, count);
        } else if (sscanf(line, "top %ld", &count) == 1) {
            tops(db, read_top, count);
        } else if (strncmp(line, "version", 7) == 0) {
            printf("%s\n", sqlite3_libversion());
            fflush(stdout);
        } else {
            fail("unknown command", NULL);
        }
    }
    return 0;
}
