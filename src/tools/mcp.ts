/**
 * The server and the tool of an MCP tool's name (`mcp__server__tool`), or nothing for any other name. The first two
 * underscores after the server end it, as for the client itself; a tool may have such in its name.
 */
export function splitMcpName(name: string): {readonly server: string; readonly tool: string} | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name)
  return match?.[1] !== undefined && match[2] !== undefined ? {server: match[1], tool: match[2]} : undefined
}

/** An MCP tool's name as it is shown. */
export function mcpName(name: string): string | undefined {
  const parts = splitMcpName(name)
  return parts && `${serverName(parts.server)} › ${parts.tool}`
}

/**
 * A server's name without what clients put before it. Servers of plugins are `plugin_<plugin>_<server>`, mostly the
 * same word twice; where they are not, nobody can tell which underscore parts them.
 */
function serverName(server: string): string {
  const rest = /^plugin_(.+)$/s.exec(server)?.[1]
  if (rest === undefined) return server.replace(/^claude_ai_/, 'claude.ai ')
  const half = rest.slice(0, (rest.length - 1) / 2)
  return rest === `${half}_${half}` ? half : rest
}
