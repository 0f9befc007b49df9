import {spawnSync} from 'node:child_process'
import {basename} from 'node:path'
import {fileURLToPath} from 'node:url'

/** A part of a JSON Schema, as far as the tests look at it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly definitions?: Readonly<Record<string, Schema>>
}

/** A file of docs/schemas. */
export interface SchemaFile {
  readonly name: string
  readonly file: string
  readonly text: string
  readonly schema: Schema
}

/** Makes the schema of each JSON output from its type. */
export function makeSchemas(): readonly SchemaFile[] {
  const script = fileURLToPath(new URL('../../../scripts/describe-json.mjs', import.meta.url))
  const {stdout, stderr} = spawnSync(process.execPath, [script], {encoding: 'utf8', maxBuffer: 2 ** 28})
  if (stderr !== '') throw new Error(stderr)
  const files: readonly {readonly file: string; readonly text: string}[] = JSON.parse(stdout)
  return files.map(({file, text}) => ({
    name: basename(file, '.schema.json'),
    file,
    text,
    schema: JSON.parse(text),
  }))
}

/** The types of all schemas, by name. */
export const definitionsOf = (files: readonly SchemaFile[]): ReadonlyMap<string, Schema> =>
  new Map(files.flatMap(({schema}) => Object.entries(schema.definitions ?? {})))

/** The name of the type that a schema refers to. */
export const referredName = ({$ref}: Schema): string | undefined => $ref?.slice('#/definitions/'.length)
