import {flag, number, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {ansi, code, field, fields, note, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {languageOf} from '../shared/files.ts'
import {computeHunks, describeChange, formatChange, hunkOf} from '../shared/hunks.ts'
import {knownFields, shownElsewhere} from '../shared/known-fields.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A program that the provider ran: what it was, what it printed, which files it left. */
const codeExecution: Tool = {
  names: ['code_execution', 'bash_code_execution'],
  subject: (input) => text(input, 'command') ?? text(input, 'code'),
  asked(input) {
    const source = text(input, 'code')
    const told = knownFields(
      ['command', 'command', 'Command'],
      ['code', 'command', 'Code', shownElsewhere],
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

function programRun({content: [block]}: ToolOutput): JsonObject | undefined {
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

/** A file that the provider looked at, wrote or changed where it runs programs. */
const textEditorCodeExecution: Tool = {
  names: ['text_editor_code_execution'],
  subject: (input) => text(input, 'path'),
  asked(input) {
    const path = text(input, 'path')
    const written = text(input, 'file_text')
    const [before, after] = [text(input, 'old_str'), text(input, 'new_str')]
    const told = knownFields(
      ['path', 'file', 'File'],
      ['command', 'setting', 'Action'],
      ['file_text', 'setting', 'Content', shownElsewhere],
      ['old_str', 'setting', 'Before', shownElsewhere],
      ['new_str', 'setting', 'After', shownElsewhere],
    )(input)
    return [
      ...told,
      ...(written === undefined ? [] : [code(written, languageOf(path))]),
      ...(before === undefined && after === undefined
        ? []
        : describeChange(path, computeHunks(before ?? '', after ?? ''))),
    ]
  },
  answered(answer, input) {
    const edited = editorResult(answer)
    return edited === undefined ? describeBlocks(answer.content) : describeEdited(edited, text(input, 'path'))
  },
  outcome(answer) {
    const edited = editorResult(answer) ?? {}
    const update = flag(edited, 'is_file_update')
    if (update !== undefined) return update ? 'updated' : 'created'
    return texts(edited, 'lines').length === 0 ? undefined : formatChange([hunkIn(edited)])
  },
}

function editorResult({content: [block]}: ToolOutput): JsonObject | undefined {
  return block?.type === 'unknown' &&
    /^text_editor_code_execution_(?:view|create|str_replace)_result$/.test(block.wireType) &&
    isJsonObject(block.value)
    ? block.value
    : undefined
}

function describeEdited(edited: JsonObject, path: string | undefined): readonly Node[] {
  const seen = text(edited, 'content')
  if (seen !== undefined) return [code(seen, languageOf(path), number(edited, 'start_line'))]
  return texts(edited, 'lines').length === 0 ? [] : describeChange(path, [hunkIn(edited)])
}

const hunkIn = (edited: JsonObject) =>
  hunkOf(texts(edited, 'lines'), number(edited, 'old_start'), number(edited, 'new_start'))

/** The advice of a second model, which the provider asks. */
const advisor: Tool = {
  names: ['advisor'],
  prominent: 'answered',
  answered: ({content}) =>
    content.flatMap((block) => {
      const advice = block.type === 'unknown' && isJsonObject(block.value) ? block.value : {}
      if (text(advice, 'type') === 'advisor_redacted_result') return [note('info', 'The advice is encrypted')]
      const words = text(advice, 'text')
      return words === undefined ? describeBlocks([block]) : [prose(words)]
    }),
}

/** Tools that the provider runs itself. */
export const providerTools: readonly Tool[] = [codeExecution, textEditorCodeExecution, advisor]
