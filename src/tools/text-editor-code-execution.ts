import {flag, number, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {code} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {computeHunks} from './shared/compute-hunks.ts'
import {describeChange} from './shared/describe-change.ts'
import {formatChange} from './shared/format-change.ts'
import {hunkOf} from './shared/hunk-of.ts'
import {languageOf} from './shared/language-of.ts'
import {sayElsewhere, tellFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A file that the provider looked at, wrote or changed where it runs programs. */
export const textEditorCodeExecution: Tool = {
  names: ['text_editor_code_execution'],
  subject: (input) => text(input, 'path'),
  asked(input) {
    const path = text(input, 'path')
    const written = text(input, 'file_text')
    const [before, after] = [text(input, 'old_str'), text(input, 'new_str')]
    const told = tellFields(
      ['path', 'file', 'File'],
      ['command', 'setting', 'Action'],
      ['file_text', 'setting', 'Content', sayElsewhere],
      ['old_str', 'setting', 'Before', sayElsewhere],
      ['new_str', 'setting', 'After', sayElsewhere],
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

function editorResult({content: [block]}: ToolAnswer): JsonObject | undefined {
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
