import {join} from 'node:path'

/** The archive's file in its folder. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db')
