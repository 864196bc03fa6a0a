"""Runs the tests of a plan in this process and writes one line for each to the report."""
import sys


def main():
    import json
    import os
    import time
    import types
    import warnings

    clock, cpu, leave, write, dumps = time.monotonic, time.process_time, os._exit, os.write, json.dumps
    lines = sys.stdin.buffer.read().decode("utf-8").split("\n")
    nonce, stop_after, cpu_after = lines[0], float(lines[1]) / 1000, float(lines[2]) / 1000
    plan = [line.split("\t") for line in lines[3:] if line]
    report = os.open("report", os.O_WRONLY | os.O_APPEND)
    begin = clock()

    def say(test, status, since, message=None, **more):
        line = {"test": test, "status": status, "ms": int((clock() - since) * 1000), "nonce": nonce, **more}
        if message is not None:
            line["message"] = message[:2000]
        write(report, (dumps(line) + "\n").encode("ascii"))

    def words(error):
        try:
            text = str(error)
        except BaseException:
            text = ""
        return (type(error).__name__ + ": " + text).rstrip(": ").encode("utf-8", "replace").decode("utf-8")

    # Everything is read and compiled before the candidate can change a file.
    code = {}
    for _, path, _ in plan:
        if path not in code:
            try:
                with open(path, encoding="utf-8") as file:
                    code[path] = compile(file.read(), path, "exec")
            except SyntaxError as error:
                code[path] = error
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            with open("solution.py", encoding="utf-8") as file:
                compile(file.read(), "solution.py", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        say("", "compile_error", begin, words(error))
        leave(0)
    say("", "ready", begin, warnings=len(found))

    sys.path.insert(0, os.getcwd())
    sys.argv = ["solution.py"]
    loaded = {}
    begin = clock()
    for number, (name, path, functions) in enumerate(plan):
        since = clock()
        if number > 0 and (since - begin > stop_after or cpu() > cpu_after):
            say("", "stopped", since)
            break
        try:
            if isinstance(code[path], SyntaxError):
                raise code[path]
            if path not in loaded:
                module = types.ModuleType("tests_" + str(len(loaded)))
                module.__file__ = path
                exec(code[path], module.__dict__)
                loaded[path] = module
            for function in functions.split(","):
                getattr(loaded[path], function)()
            status, message = "passed", None
        except AssertionError as error:
            status, message = "failed", words(error)
        except BaseException as error:
            status, message = "error", words(error)
        say(name, status, since, message)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        leave(0)


main()
