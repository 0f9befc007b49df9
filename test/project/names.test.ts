import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Modules of the source: without tests. */
const modules = readdirSync(join(root, 'src'), {recursive: true, encoding: 'utf8'})
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:(?:const|let|class|interface|type|enum) |function\*? )([\w$]+)/gm

// Re-exports (`export {…} from`) declare nothing, so a name may be exported again by an index or an entry point.
test('no two modules export something by the same name', () => {
  const modulesOf = new Map<string, Set<string>>()
  for (const file of modules)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      modulesOf.set(name, (modulesOf.get(name) ?? new Set()).add(file))
  const shared = [...modulesOf].filter(([, files]) => files.size > 1)
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})
