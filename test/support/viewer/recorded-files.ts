import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const roots = ['../../recordings', '../../../samples'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Every eighth recorded file, the sample among them; the largest of them take a while. */
export const recordedFiles: readonly string[] = roots.flatMap((root, place) =>
  readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .filter((_, index) => place === 1 || index % 8 === 0)
    .map((name) => join(root, name))
    .filter((path) => statSync(path).size < 400_000),
)
