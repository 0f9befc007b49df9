export type {Viewer} from './server/create-server.ts'
export {createServer} from './server/create-server.ts'
export {inlineRooms, threadedRooms} from './server/disk/open-session-room.ts'
export type {Access, PipedSession, ServerParts, WebAsset} from './server/server-parts.ts'
