export * from './page-json.ts'
export * from './render-json-page.ts'
