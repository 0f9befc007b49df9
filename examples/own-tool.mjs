// A plugin that describes a tool of your own, here one of an MCP server.
// Usage: recount show examples/deploy.jsonl --plugin examples/own-tool.mjs
import {defineTool} from 'recount'
import {field, fields, note} from 'recount/page'

export const tools = [
  defineTool({
    names: ['mcp__shop__deploy'],
    subject: ({target}) => `to ${target}`,
    asked: ({version}) => fields(field('setting', 'Version', String(version))),
    answered: ({text}) => [note('success', text)],
    outcome: ({text}) => /https:\S+/.exec(text)?.[0],
  }),
]
