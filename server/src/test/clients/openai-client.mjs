// The official client of OpenAI's service: it does one thing after the other and prints one JSON object a line.
import OpenAI from 'openai';

const [, , url, key, other] = process.argv;
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const print = (name, value) => console.log(JSON.stringify({ name, ...value }));
const question = { role: 'user', content: 'What is a lease?' };

const chat = await client.chat.completions.create({ model: 'stoa/fast', messages: [question], user: 'customer 7' });
print('chat', { text: chat.choices[0].message.content, finish: chat.choices[0].finish_reason, stoa: chat.stoa });

const stream = await client.chat.completions.create({
    model: 'stoa/fast',
    messages: [question, chat.choices[0].message, { role: 'user', content: 'Is it long?' }],
    stream: true,
    stream_options: { include_usage: true },
});
let text = '';
let last;
for await (const chunk of stream) {
    text += chunk.choices[0]?.delta?.content ?? '';
    last = chunk;
}
print('stream', { text, usage: last.usage, stoa: last.stoa });

const models = [];
for await (const model of client.models.list()) {
    models.push(model.id);
}
const one = await client.models.retrieve('stoa/fast');
print('models', { models, one });

// The client asks for base64 by itself, and reads it.
const vectors = await client.embeddings.create({ model: 'stoa/embed', input: ['a lease', 'a fence'] });
const floats = await client.embeddings.create({ model: 'stoa/embed', input: 'a lease', encoding_format: 'float' });
print('embeddings', { count: vectors.data.length, packed: vectors.data[0].embedding, plain: floats.data[0].embedding });

const failures = {
    bad: () => client.chat.completions.create({ model: 'stoa/fast', messages: [question], n: 2 }),
    unknown: () => client.chat.completions.create({ model: 'gpt-none', messages: [question] }),
    missing: () => client.models.retrieve('gpt-none'),
    key: () => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'wrong', maxRetries: 0 }).models.list(),
    scope: () => new OpenAI({ baseURL: `${url}/v1`, apiKey: other, maxRetries: 0 })
        .chat.completions.create({ model: 'stoa/fast', messages: [question] }),
    streamed: () => client.chat.completions.create({ model: 'gpt-none', messages: [question], stream: true }),
};
for (const [name, failing] of Object.entries(failures)) {
    try {
        await failing();
        print(name, { raised: null });
    } catch (e) {
        print(name, { raised: e.constructor.name, status: e.status, code: e.code, type: e.type, param: e.param });
    }
}
for (let i = 0; i < 70; i++) {
    try {
        await client.chat.completions.create({ model: 'gpt-none', messages: [question] });
    } catch (e) {
        if (e.status === 429) {
            print('rate', { raised: e.constructor.name, type: e.type });
            break;
        }
    }
}
