import type {Block, JsonObject} from '../model/index.ts'
import type {Node, ProminentSide} from '../page/index.ts'

/** What a call gave back, ready to be described. */
export interface ToolOutput {
  /** The text of its content, which is what the model saw. */
  readonly text: string
  readonly content: readonly Block[]
  /** The structured output; an object without fields if there is none. */
  readonly structured: JsonObject
}

/** The description of a tool, for every output. The generic description is used for the functions that are missing. */
export interface Tool {
  /** All names the tool has had. */
  readonly names: readonly string[]
  /** The one argument that matters, on one line. */
  readonly subject?: (input: JsonObject) => string | undefined
  /** The input. After a success the output is given too, for questions that are shown with the user's choice. */
  readonly asked?: (input: JsonObject, output?: ToolOutput) => readonly Node[]
  /** The output of a success; errors are described the same way for all tools. */
  readonly answered?: (output: ToolOutput, input: JsonObject) => readonly Node[]
  /** The outcome in a few words. */
  readonly outcome?: (output: ToolOutput, input: JsonObject) => string | undefined
  /** Whether it was refused: some clients report this in an output that is not an error. */
  readonly refused?: (output: ToolOutput) => boolean
  /** Which side compact outputs show as well: a report, a plan, a choice. Absent if the outcome says enough. */
  readonly prominent?: ProminentSide
  /** The duration that the output states, for streams without times. */
  readonly durationMs?: (output: ToolOutput) => number | undefined
}
