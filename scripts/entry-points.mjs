/** What programs can import: `recount` is `index`, `recount/html` is `html`, and so on. Each is a module of `src`. */
export const entryPoints = {
  index: 'index',
  page: 'page',
  html: 'html',
  markdown: 'markdown',
  terminal: 'terminal',
  slack: 'slack',
  server: 'server',
  archive: 'archive',
  sources: 'sources',
  conversation: 'conversation/index',
  model: 'model/index',
  store: 'store/index',
  sdk: 'dialects/stream-json/sdk/index',
}
