export * from './flaws.ts'
export * from './read-json.ts'
export * from './scan-values.ts'
export * from './split-lines.ts'
