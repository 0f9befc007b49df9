/** The server and the tool of an MCP tool's name (`mcp__server__tool`), or nothing for any other name. */
export function splitMcpName(name: string): {readonly server: string; readonly tool: string} | undefined {
  const match = /^mcp__(.+?)__(.+)$/.exec(name)
  return match?.[1] !== undefined && match[2] !== undefined ? {server: match[1], tool: match[2]} : undefined
}

/** An MCP tool's name as it is shown. */
export function mcpName(name: string): string | undefined {
  const parts = splitMcpName(name)
  return parts && `${parts.server} › ${parts.tool}`
}
