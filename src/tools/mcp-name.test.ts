import {expect, test} from 'vitest'
import {mcpName, splitMcpName} from './describe-run.ts'

test.each([
  ['mcp__demo__echo', 'demo', 'echo'],
  ['mcp__my_server__get_all_things', 'my_server', 'get_all_things'],
  ['mcp__demo__list__of__things', 'demo', 'list__of__things'],
  ['mcp__demo___private', 'demo', '_private'],
  ['mcp___odd__tool', '_odd', 'tool'],
  ['mcp__secret-journal__process', 'secret-journal', 'process'],
])('%s is a tool of a server', (name, server, tool) => {
  expect(splitMcpName(name)).toEqual({server, tool})
  expect(mcpName(name)).toBe(`${server} › ${tool}`)
})

test.each([
  ['mcp__plugin_playwright_playwright__browser_click', 'playwright › browser_click'],
  ['mcp__plugin_my_tools_my_tools__run', 'my_tools › run'],
  ['mcp__plugin_context_docs__get', 'context_docs › get'],
  ['mcp__claude_ai_Gmail__search', 'claude.ai Gmail › search'],
])('%s is shown as %s', (name, shown) => expect(mcpName(name)).toBe(shown))

test.each(['Bash', 'mcp__', 'mcp__demo', 'mcp__demo__', 'mcp____', '', '__proto__'])(
  '%j is not a tool of a server',
  (name) => expect(mcpName(name)).toBeUndefined(),
)
