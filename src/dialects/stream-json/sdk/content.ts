import type {Model, Open, SdkJsonObject} from './primitives.ts'
import type {BetaServerToolResultBlock} from './server-tool-content.ts'

/** Text. `citations` is declared but left out when there are none. */
export interface BetaTextBlock {
  readonly type: 'text'
  readonly text: string
  readonly citations?: readonly BetaTextCitation[] | null
}

/** Extended thinking; `signature` lets the API check that it is unchanged. */
export interface BetaThinkingBlock {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature: string
}

/** Thinking that the API encrypted. */
export interface BetaRedactedThinkingBlock {
  readonly type: 'redacted_thinking'
  readonly data: string
}

/** Who called a tool: the model itself, or code it runs on the server. */
export type BetaToolCaller =
  | {readonly type: 'direct'}
  | {readonly type: 'code_execution_20250825' | 'code_execution_20260120'; readonly tool_id: string}

/**
 * A call of one of the client's tools. The client normalises `input` before printing it, and puts
 * `{"__unparsedToolInput": {"raw": …}}` there when the model's JSON was broken.
 */
export interface BetaToolUseBlock {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly caller?: BetaToolCaller
  readonly toolset_name?: string | null
}

/** A call of a tool that runs on Anthropic's side; its result is a block of the same message. */
export interface BetaServerToolUseBlock {
  readonly type: 'server_tool_use'
  readonly id: string
  readonly name: Open<
    | 'advisor'
    | 'web_search'
    | 'web_fetch'
    | 'code_execution'
    | 'bash_code_execution'
    | 'text_editor_code_execution'
    | 'tool_search_tool_regex'
    | 'tool_search_tool_bm25'
  >
  readonly input: SdkJsonObject
  readonly caller?: BetaToolCaller
}

/** A call of a tool on an MCP server that the API itself connects to. */
export interface BetaMCPToolUseBlock {
  readonly type: 'mcp_tool_use'
  readonly id: string
  readonly name: string
  readonly server_name: string
  readonly input: unknown
}

/** The result of that MCP tool. */
export interface BetaMCPToolResultBlock {
  readonly type: 'mcp_tool_result'
  readonly tool_use_id: string
  readonly content: string | readonly BetaTextBlock[]
  readonly is_error: boolean
}

/** The tools an MCP server offers. */
export interface BetaMCPToolListingBlock {
  readonly type: 'mcp_tool_listing'
  readonly mcp_server_name: string
  readonly tools: readonly BetaMCPTool[]
}

/** A tool as its MCP server lists it. */
export interface BetaMCPTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: SdkJsonObject
}

/** A file put into the code execution container. */
export interface BetaContainerUploadBlock {
  readonly type: 'container_upload'
  readonly file_id: string
}

/** The API compacted everything before into this summary; null `content` means it failed. */
export interface BetaCompactionBlock {
  readonly type: 'compaction'
  readonly content: string | null
  readonly encrypted_content: string | null
  readonly signature?: string | null
  readonly tool_changes?: readonly BetaToolChangeBlock[] | null
}

/** A tool that the compacted range made available or took away. */
export interface BetaToolChangeBlock {
  readonly type: 'tool_addition' | 'tool_removal'
  readonly tool:
    | {readonly type: 'tool_reference'; readonly name: string}
    | {readonly type: 'mcp_tool_reference'; readonly name: string; readonly server_name: string}
    | {readonly type: 'mcp_toolset_reference'; readonly server_name: string}
    | {readonly type: 'tool_definition'; readonly definition: SdkJsonObject}
}

/** From here on another model responds, because `from` refused. */
export interface BetaFallbackBlock {
  readonly type: 'fallback'
  readonly from: {readonly model: Model}
  readonly to: {readonly model: Model}
  readonly trigger: {readonly type: 'refusal'; readonly category: BetaRefusalCategory | null}
}

/** The policy a refusal names. */
export type BetaRefusalCategory = Open<
  'cyber' | 'bio' | 'frontier_llm' | 'reasoning_extraction' | 'general_harms'
>

/** Everything an assistant message may contain. Keep a default branch: the API adds blocks. */
export type BetaContentBlock =
  | BetaTextBlock
  | BetaThinkingBlock
  | BetaRedactedThinkingBlock
  | BetaToolUseBlock
  | BetaServerToolUseBlock
  | BetaServerToolResultBlock
  | BetaMCPToolUseBlock
  | BetaMCPToolResultBlock
  | BetaMCPToolListingBlock
  | BetaContainerUploadBlock
  | BetaCompactionBlock
  | BetaFallbackBlock

/** The fields of every citation of a document. */
interface DocumentCitation {
  readonly cited_text: string
  readonly document_index: number
  readonly document_title: string | null
  readonly file_id?: string | null
}

/** Cites plain text, by character. */
export interface BetaCitationCharLocation extends DocumentCitation {
  readonly type: 'char_location'
  readonly start_char_index: number
  readonly end_char_index: number
}

/** Cites a PDF, by page. */
export interface BetaCitationPageLocation extends DocumentCitation {
  readonly type: 'page_location'
  readonly start_page_number: number
  readonly end_page_number: number
}

/** Cites a document made of content blocks, by block. */
export interface BetaCitationContentBlockLocation extends DocumentCitation {
  readonly type: 'content_block_location'
  readonly start_block_index: number
  readonly end_block_index: number
}

/** Cites a page that a web search found. */
export interface BetaCitationsWebSearchResultLocation {
  readonly type: 'web_search_result_location'
  readonly cited_text: string
  readonly encrypted_index: string
  readonly title: string | null
  readonly url: string
}

/** Cites a `search_result` block, by block. */
export interface BetaCitationSearchResultLocation {
  readonly type: 'search_result_location'
  readonly cited_text: string
  readonly search_result_index: number
  readonly source: string
  readonly title: string | null
  readonly start_block_index: number
  readonly end_block_index: number
}

/** The source of a sentence of the response. */
export type BetaTextCitation =
  | BetaCitationCharLocation
  | BetaCitationPageLocation
  | BetaCitationContentBlockLocation
  | BetaCitationsWebSearchResultLocation
  | BetaCitationSearchResultLocation
