import type {BetaToolCaller} from './content.ts'
import type {Open} from './primitives.ts'
import type {BetaRequestDocumentBlock} from './user-content.ts'

/** The shape of all results of server tools: the call and its result. */
interface ServerToolResult<Type extends string, Content> {
  readonly type: Type
  readonly tool_use_id: string
  readonly content: Content
}

/** A server tool that failed, and why. */
interface ServerToolError<Type extends string, Code extends string> {
  readonly type: Type
  readonly error_code: Open<Code>
}

type CommonCode = 'invalid_tool_input' | 'unavailable' | 'too_many_requests'

/** One page that a web search found; its text is only for the model. */
export interface BetaWebSearchResultBlock {
  readonly type: 'web_search_result'
  readonly url: string
  readonly title: string
  readonly page_age: string | null
  readonly encrypted_content: string
}

/** Result of `web_search`: the pages, or one error in place of the array. */
export interface BetaWebSearchToolResultBlock
  extends ServerToolResult<
    'web_search_tool_result',
    | readonly BetaWebSearchResultBlock[]
    | ServerToolError<
        'web_search_tool_result_error',
        CommonCode | 'max_uses_exceeded' | 'query_too_long' | 'request_too_large'
      >
  > {
  readonly caller?: BetaToolCaller
}

/** A page that was fetched. */
export interface BetaWebFetchBlock {
  readonly type: 'web_fetch_result'
  readonly url: string
  readonly content: BetaRequestDocumentBlock
  readonly retrieved_at: string | null
}

/** Result of `web_fetch`. */
export interface BetaWebFetchToolResultBlock
  extends ServerToolResult<
    'web_fetch_tool_result',
    | BetaWebFetchBlock
    | ServerToolError<
        'web_fetch_tool_result_error',
        | CommonCode
        | 'url_too_long'
        | 'url_not_allowed'
        | 'url_not_in_prior_context'
        | 'url_not_accessible'
        | 'unsupported_content_type'
        | 'max_uses_exceeded'
        | 'content_too_large'
      >
  > {
  readonly caller?: BetaToolCaller
}

/** Result of `advisor`: the advice of a second model, in the clear or encrypted. */
export type BetaAdvisorToolResultBlock = ServerToolResult<
  'advisor_tool_result',
  | {readonly type: 'advisor_result'; readonly text: string; readonly stop_reason?: string | null}
  | {
      readonly type: 'advisor_redacted_result'
      readonly encrypted_content: string
      readonly stop_reason?: string | null
    }
  | ServerToolError<
      'advisor_tool_result_error',
      | 'max_uses_exceeded'
      | 'prompt_too_long'
      | 'too_many_requests'
      | 'overloaded'
      | 'unavailable'
      | 'execution_time_exceeded'
      | 'model_not_found'
    >
>

/** The exit code, output and files of a program that ran on the server. */
interface ProgramRun<Type extends string, FileType extends string> {
  readonly type: Type
  readonly return_code: number
  readonly stderr: string
  readonly content: readonly {readonly type: FileType; readonly file_id: string}[]
}

/** Result of `code_execution`; stdout may be encrypted. */
export type BetaCodeExecutionToolResultBlock = ServerToolResult<
  'code_execution_tool_result',
  | (ProgramRun<'code_execution_result', 'code_execution_output'> & {readonly stdout: string})
  | (ProgramRun<'encrypted_code_execution_result', 'code_execution_output'> & {
      readonly encrypted_stdout: string
    })
  | ServerToolError<'code_execution_tool_result_error', CommonCode | 'execution_time_exceeded'>
>

/** Result of `bash_code_execution`. */
export type BetaBashCodeExecutionToolResultBlock = ServerToolResult<
  'bash_code_execution_tool_result',
  | (ProgramRun<'bash_code_execution_result', 'bash_code_execution_output'> & {readonly stdout: string})
  | ServerToolError<
      'bash_code_execution_tool_result_error',
      CommonCode | 'execution_time_exceeded' | 'output_file_too_large'
    >
>

/** Result of `text_editor_code_execution`: one shape per editor command. */
export type BetaTextEditorCodeExecutionToolResultBlock = ServerToolResult<
  'text_editor_code_execution_tool_result',
  | {
      readonly type: 'text_editor_code_execution_view_result'
      readonly content: string
      readonly file_type: Open<'text' | 'image' | 'pdf'>
      readonly num_lines: number | null
      readonly start_line: number | null
      readonly total_lines: number | null
    }
  | {readonly type: 'text_editor_code_execution_create_result'; readonly is_file_update: boolean}
  | {
      readonly type: 'text_editor_code_execution_str_replace_result'
      readonly lines: readonly string[] | null
      readonly old_start: number | null
      readonly old_lines: number | null
      readonly new_start: number | null
      readonly new_lines: number | null
    }
  | (ServerToolError<
      'text_editor_code_execution_tool_result_error',
      CommonCode | 'execution_time_exceeded' | 'file_not_found'
    > & {readonly error_message: string | null})
>

/** Result of `tool_search_tool_regex` and `tool_search_tool_bm25`. */
export type BetaToolSearchToolResultBlock = ServerToolResult<
  'tool_search_tool_result',
  | {
      readonly type: 'tool_search_tool_search_result'
      readonly tool_references: readonly {readonly type: 'tool_reference'; readonly tool_name: string}[]
    }
  | (ServerToolError<'tool_search_tool_result_error', CommonCode | 'execution_time_exceeded'> & {
      readonly error_message: string | null
    })
>

/** Every result of a tool that runs on Anthropic's side. */
export type BetaServerToolResultBlock =
  | BetaWebSearchToolResultBlock
  | BetaWebFetchToolResultBlock
  | BetaAdvisorToolResultBlock
  | BetaCodeExecutionToolResultBlock
  | BetaBashCodeExecutionToolResultBlock
  | BetaTextEditorCodeExecutionToolResultBlock
  | BetaToolSearchToolResultBlock
