import {setFlagsFromString} from 'node:v8'
import {runInNewContext} from 'node:vm'
import {describe, expect, test} from 'vitest'
import {stoppableBy} from './stoppable-by.ts'

const never = new Promise<never>(() => {})

describe('waiting until an end', () => {
  test('resolves and rejects like the promise', async () => {
    const wait = stoppableBy(never)
    expect(await wait(Promise.resolve(1))).toBe(1)
    expect(await wait(Promise.resolve(2))).toBe(2)
    await expect(wait(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  })
  test('is over with the end, and stays so', async () => {
    let end = (): void => {}
    const wait = stoppableBy(
      new Promise((resolve) => {
        end = resolve
      }),
    )
    expect(await wait(Promise.resolve('before'))).toBe('before')
    const waiting = wait(never)
    end()
    expect(await waiting).toBeUndefined()
    expect(await wait(never)).toBeUndefined()
  })
  test('keeps no resolved value', async () => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    const wait = stoppableBy(never)
    const come = async (): Promise<WeakRef<object>> => {
      const thing = {}
      await wait(Promise.resolve(thing))
      return new WeakRef(thing)
    }
    const first = await come()
    await come()
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (typeof collect === 'function') collect()
    expect(first.deref()).toBeUndefined()
  })
})
