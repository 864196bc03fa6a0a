// A client of the protocol's authors. It prints the names of the tools, then answers calls: one JSON object a line.
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client(
    { name: 'stoa-test', version: '1' },
    { capabilities: {}, versionNegotiation: { mode: { pin: process.argv[3] } } });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const { tools } = await client.listTools();
console.log(JSON.stringify(tools.map(tool => tool.name)));
for await (const line of createInterface({ input: process.stdin })) {
    const { name, arguments: given } = JSON.parse(line);
    console.log(JSON.stringify(await client.callTool({ name, arguments: given })));
}
await client.close();
