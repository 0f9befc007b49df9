/** Known values autocomplete; a future value still type-checks. */
export type Open<Known extends string> = Known | (string & {})

/** A JSON object whose fields a tool, a hook or an MCP server defines. */
export type SdkJsonObject = Readonly<Record<string, unknown>>

/** A UUID as text. The parser does not check it, so neither does the type. */
export type UUID = string

/** A model id, for example `claude-opus-5-5`; `<synthetic>` marks lines that the client wrote. */
export type Model = Open<'<synthetic>'>
