import {number, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, code, field, fields, note} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {sayElsewhere, tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A program that the provider ran: what it was, what it printed, which files it left. */
export const codeExecution: Tool = {
  names: ['code_execution', 'bash_code_execution'],
  subject: (input) => text(input, 'command') ?? text(input, 'code'),
  asked(input) {
    const source = text(input, 'code')
    const told = tellFields(
      ['command', 'command', 'Command'],
      ['code', 'command', 'Code', sayElsewhere],
    )(input)
    return [...(source === undefined ? [] : [code(source, 'python')]), ...told]
  },
  answered(answer) {
    const ran = programRun(answer)
    return ran === undefined ? describeBlocks(answer.content) : describeProgram(ran)
  },
  outcome(answer) {
    const exit = number(programRun(answer) ?? {}, 'return_code') ?? 0
    return exit === 0 ? undefined : `exit ${exit}`
  },
}

function programRun({content: [block]}: ToolAnswer): JsonObject | undefined {
  return block?.type === 'unknown' && block.wireType.endsWith('execution_result') && isJsonObject(block.value)
    ? block.value
    : undefined
}

function describeProgram(run: JsonObject): readonly Node[] {
  const stdout = text(run, 'stdout') ?? ''
  const stderr = text(run, 'stderr') ?? ''
  const files = objects(run, 'content').flatMap((file) => text(file, 'file_id') ?? [])
  return [
    ...(stdout === '' ? [] : [ansi(stdout)]),
    ...(stderr === '' ? [] : [ansi(stderr, 'error')]),
    ...(text(run, 'encrypted_stdout') === undefined ? [] : [note('info', 'What it printed is encrypted')]),
    ...fields(field('file', 'Files', files.join(', '))),
  ]
}
