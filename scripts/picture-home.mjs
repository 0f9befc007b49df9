import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const hour = 3600_000

/**
 * @typedef {object} Scene A session that the pictures show.
 * @property {string} from Where it was recorded.
 * @property {number} age How many hours ago it is to be.
 * @property {string} folder
 * @property {string} [upTo] A text in the call at which it stops.
 * @property {number} [times] Which of the calls with that text.
 * @property {string} [id] The last character of its id.
 */

/** @type {Scene[]} */
const scenes = [
  {
    from: 'samples/discount/transcript',
    age: 0.001,
    folder: '/home/ada/shop',
    upTo: '"npm test"',
    times: 2,
    id: '1',
  },
  {
    from: recorded('tools-basic'),
    age: 0.002,
    folder: '/home/ada/site',
    upTo: '"name":"Bash"',
    times: 1,
    id: '2',
  },
  {
    from: recorded('subagents-parallel'),
    age: 0.004,
    folder: '/home/ada/notes',
    upTo: '"name":"Agent"',
    times: 2,
    id: '3',
  },
  {from: 'samples/discount/transcript', age: 2, folder: '/home/ada/shop'},
  {from: recorded('tui-interactive'), age: 5, folder: '/home/ada/site'},
  {from: recorded('plan-mode'), age: 20, folder: '/home/ada/shop'},
  {from: recorded('mcp'), age: 27, folder: '/home/ada/notes'},
  {from: recorded('parallel'), age: 52, folder: '/home/ada/site'},
  {from: recorded('thinking'), age: 76, folder: '/home/ada/site'},
  {from: recorded('tool-errors'), age: 101, folder: '/home/ada/notes'},
  {from: recorded('images'), age: 250, folder: '/home/ada/shop'},
  {from: recorded('bash-background'), age: 300, folder: '/home/ada/site'},
]

/** @param {string} name */
function recorded(name) {
  return `test/recordings/2.1.325/${name}/transcript`
}

/**
 * Fills a home with sessions as if someone had worked up to now: the bundled sample and recordings of the tests, with
 * new times. The first three are cut in the middle, so they are shown as running.
 * @param {string} home
 * @param {number} now
 */
export function makePictureHome(home, now) {
  for (const scene of scenes) {
    const [file] = transcriptsIn(join(root, scene.from))
    if (file === undefined) throw new Error(`There is no session in ${scene.from}.`)
    const project = join(home, '.claude/projects', scene.folder.replaceAll('/', '-'))
    mkdirSync(project, {recursive: true})
    const own = basename(file, '.jsonl')
    const id = scene.id === undefined ? own : `${own.slice(0, -1)}${scene.id === own.at(-1) ? 'f' : scene.id}`
    const at = now - scene.age * hour
    const text = cut(readFileSync(file, 'utf8'), scene)
    const shift = at - lastTime(text)
    const place = join(project, id)
    write(`${place}.jsonl`, moved(text, {shift, folder: scene.folder, own, id}), at)
    const agents = file.replace(/\.jsonl$/, '')
    if (!existsSync(agents)) continue
    cpSync(agents, place, {recursive: true})
    for (const agent of filesIn(place))
      write(agent, moved(readFileSync(agent, 'utf8'), {shift, folder: scene.folder, own, id}), at)
  }
}

/**
 * The lines of a session up to a call that has no result yet.
 * @param {string} text
 * @param {Scene} scene
 */
function cut(text, {upTo, times = 1}) {
  if (upTo === undefined) return text
  const lines = text.trimEnd().split('\n')
  const calls = lines.flatMap((line, place) =>
    line.includes('"type":"tool_use"') && line.includes(upTo) ? [place] : [],
  )
  const titles = lines.filter((line) => line.includes('"type":"ai-title"'))
  return `${[...titles, ...lines.slice(0, (calls[times - 1] ?? -1) + 1)].join('\n')}\n`
}

const time = /"timestamp":"([^"]+)"/g

/** @param {string} text */
const lastTime = (text) => Math.max(...Array.from(text.matchAll(time), ([, at = '']) => Date.parse(at)))

/**
 * @param {string} text
 * @param {{shift: number, folder: string, own: string, id: string}} change
 */
const moved = (text, {shift, folder, own, id}) =>
  text
    .replace(
      time,
      (_, /** @type {string} */ at) => `"timestamp":"${new Date(Date.parse(at) + shift).toISOString()}"`,
    )
    .replaceAll(/"cwd":"[^"]*"/g, `"cwd":"${folder}"`)
    .replaceAll(own, id)
    // New ids, because copies of a response cost nothing.
    .replaceAll(/\b(msg|req|toolu)_(?=\w{8})/g, own === id ? '$1_' : '$1_0')

/** @param {string} path @param {string} text @param {number} at */
function write(path, text, at) {
  writeFileSync(path, text)
  utimesSync(path, at / 1000, at / 1000)
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))

/** The sessions of a folder, the largest first. @param {string} folder */
const transcriptsIn = (folder) =>
  filesIn(folder)
    .filter((path) => /[/\\][\da-f]{8}-[\da-f-]{27}\.jsonl$/.test(path))
    .sort((a, b) => readFileSync(b).length - readFileSync(a).length)
