export type {LibraryOptions} from './library/load-session.ts'
export type {RunningServer, ServerStartOptions} from './library/start-server.ts'
export {startServer} from './library/start-server.ts'
