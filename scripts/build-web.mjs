// Makes the script and the style sheet of pages: one file each, into the folder that is named.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const styles = join(root, 'src/web/styles')
const folder = join(root, process.argv[2] ?? 'dist/web')

/** The order in which styles override each other; those that are not named come before the last two. */
const order = ['base.css', 'layout.css', 'session.css', 'entries.css']
const last = ['narrow.css', 'print.css']

/**
 * Without comments and needless spaces; no string in our styles contains either.
 * @param {string} css
 */
const minify = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()

/** @param {string} name */
const isApp = (name) => name.startsWith('app')
const names = readdirSync(styles).filter((name) => name.endsWith('.css'))
const others = names.filter((name) => !order.includes(name) && !last.includes(name) && !isApp(name)).sort()
/** @param {string[]} files */
const sheet = (files) => minify(files.map((name) => readFileSync(join(styles, name), 'utf8')).join('\n'))

/** @param {string} entry */
const script = async (entry) => {
  const bundle = await rolldown({input: join(root, entry), platform: 'browser'})
  const {output} = await bundle.generate({format: 'iife', minify: true, comments: false})
  await bundle.close()
  return output[0].code.trim()
}

mkdirSync(folder, {recursive: true})
writeFileSync(join(folder, 'page.css'), sheet([...order, ...others, ...last]))
// It stands inside a `script` element where pages are one file. What is written instead means the same in a string and
// in a regular expression of any kind; a backslash before the mark itself breaks those that are strict.
writeFileSync(
  join(folder, 'page.js'),
  (await script('src/web/page/main.ts')).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\x21--'),
)
// What the viewer has besides.
writeFileSync(join(folder, 'app.css'), sheet(names.filter(isApp).sort()))
writeFileSync(join(folder, 'app.js'), await script('src/web/app/main.ts'))
