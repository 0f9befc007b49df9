import {emptyObject, flag, number, objects, text, texts} from '../../model/fields.ts'
import {isJsonObject, type JsonObject} from '../../model/index.ts'
import {code, field, fields, type Node, note, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {languageOf} from '../shared/files.ts'
import {computeHunks, createHunk, describeChange, formatChange} from '../shared/hunks.ts'
import {knownFields, textsElsewhere} from '../shared/known-fields.ts'
import {describePrinted, findBlock, optional} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** A program that the provider ran: its code, its output and the files that it left. */
const codeExecution: Tool = {
  names: ['code_execution', 'bash_code_execution'],
  subject: (input) => text(input, 'command') ?? text(input, 'code'),
  asked: (input) => [
    ...optional(text(input, 'code'), (source) => code(source, 'python')),
    ...describeProgramInput(input),
  ],
  answered(output) {
    const ran = findBlock(output, programResult)
    return ran === undefined ? describeBlocks(output.content) : describeProgram(ran)
  },
  outcome(output) {
    const exit = number(findBlock(output, programResult) ?? emptyObject, 'return_code') ?? 0
    return exit === 0 ? undefined : `exit ${exit}`
  },
}

const describeProgramInput = knownFields(['command', 'command', 'Command'], ...textsElsewhere('code'))

const programResult = /execution_result$/

function describeProgram(run: JsonObject): readonly Node[] {
  const files = objects(run, 'content').flatMap((file) => text(file, 'file_id') ?? [])
  return [
    ...describePrinted(text(run, 'stdout'), text(run, 'stderr')),
    ...(text(run, 'encrypted_stdout') === undefined ? [] : [note('info', 'The output is encrypted')]),
    ...fields(field('file', 'Files', files.join(', '))),
  ]
}

/** A file that the provider read, wrote or changed in the container of its programs. */
const textEditorCodeExecution: Tool = {
  names: ['text_editor_code_execution'],
  subject: (input) => text(input, 'path'),
  asked(input) {
    const path = text(input, 'path')
    return [
      ...describeEditorInput(input),
      ...optional(text(input, 'file_text'), (written) => code(written, languageOf(path))),
      ...describeChange(path, computeHunks(text(input, 'old_str') ?? '', text(input, 'new_str') ?? '')),
    ]
  },
  answered(output, input) {
    const edited = findBlock(output, editorResult)
    return edited === undefined ? describeBlocks(output.content) : describeEdited(edited, text(input, 'path'))
  },
  outcome(output) {
    const edited = findBlock(output, editorResult) ?? emptyObject
    const update = flag(edited, 'is_file_update')
    if (update !== undefined) return update ? 'updated' : 'created'
    return texts(edited, 'lines').length === 0 ? undefined : formatChange([hunkIn(edited)])
  },
}

const describeEditorInput = knownFields(
  ['path', 'file', 'File'],
  ['command', 'setting', 'Action'],
  ...textsElsewhere('file_text', 'old_str', 'new_str'),
)

const editorResult = /^text_editor_code_execution_(?:view|create|str_replace)_result$/

function describeEdited(edited: JsonObject, path: string | undefined): readonly Node[] {
  const seen = text(edited, 'content')
  if (seen !== undefined) return [code(seen, languageOf(path), number(edited, 'start_line'))]
  return texts(edited, 'lines').length === 0 ? [] : describeChange(path, [hunkIn(edited)])
}

const hunkIn = (edited: JsonObject) =>
  createHunk(texts(edited, 'lines'), number(edited, 'old_start'), number(edited, 'new_start'))

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
