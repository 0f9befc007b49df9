export * from './conversation/index.ts'
export * from './dialects/index.ts'
export * from './dialects/stream-json/sdk/index.ts'
export type {LineWarnings} from './lines/index.ts'
// Both the model and the SDK types know a JSON object; the model's is the stricter one.
export type {JsonObject} from './model/index.ts'
export * from './model/index.ts'
export type {PriceOverrides} from './prices/index.ts'
