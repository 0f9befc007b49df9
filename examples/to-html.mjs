// Writes a session as one HTML file. Usage: node examples/to-html.mjs [path or id] [file]
import {writeFile} from 'node:fs/promises'
import {loadSession} from 'recount'
import {renderHtml} from 'recount/html'

const [pathOrId = 'latest', file = 'session.html'] = process.argv.slice(2)
await writeFile(file, await renderHtml(await loadSession(pathOrId)))
