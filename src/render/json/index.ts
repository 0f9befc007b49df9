export * from './page-json.ts'
