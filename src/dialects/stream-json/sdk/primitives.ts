/** Known values autocomplete; a value released tomorrow still type-checks. */
export type Open<Known extends string> = Known | (string & {})

/** A JSON object whose fields the SDK leaves to someone else: a tool, a hook, an MCP server. */
export type SdkJsonObject = Readonly<Record<string, unknown>>

/** A UUID as text. The parser does not check it, so neither does the type. */
export type UUID = string

/** A model id, for example `claude-opus-5-5`; `<synthetic>` marks lines the client wrote itself. */
export type Model = Open<'<synthetic>'>
