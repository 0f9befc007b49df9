import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'

/** The file a call is about, by whichever name its client gave the argument. */
export const pathOf = (input: JsonObject): string | undefined =>
  text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path') ?? text(input, 'filePath')
