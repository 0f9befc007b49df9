import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** The files that are loaded before anything runs. */
function loadedWith(entry: string): readonly string[] {
  const files = new Set([join(dist, entry)])
  for (const file of files)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) .*?"(\.[^"]+)";$/gm))
      if (path !== undefined) files.add(join(dirname(file), path))
  return [...files]
}

test('the program and its status line start from two files', () => {
  const files = loadedWith('cli/main.js')
  expect(files).toHaveLength(2)
  const [, quick = ''] = files
  expect(readFileSync(quick, 'utf8')).toContain('left in window')
})

test('what other commands need is not loaded before they are called', () => {
  const [, quick = ''] = loadedWith('cli/main.js')
  const text = readFileSync(quick, 'utf8')
  for (const word of ['hono', 'markdown-it', 'highlight.js', '@slack/web-api', 'string-width'])
    expect(text).not.toContain(`from "${word}`)
  // An index that one module imports brings all of its folder: it must import what it needs instead.
  const folders = [...text.matchAll(/^\/\/ dist\/([^/]+)\//gm)].map(([, folder]) => folder)
  for (const folder of ['dialects', 'describe', 'tools', 'server']) expect(folders).not.toContain(folder)
  expect(text, 'the migrations').not.toContain('create table')
})

test.each([
  'archive/ingest/ingest-worker.js',
  'archive/sqlite/search/index-worker.js',
  'cli/commands/serve/indexing-worker.js',
  'cli/commands/serve/query-process.js',
  'server/disk/session-worker.js',
])('the thread %s starts from few files', (entry) => {
  expect(loadedWith(entry).length).toBeLessThan(45)
})
