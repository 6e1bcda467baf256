import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A program in a process of its own, which gets messages and answers each. */
export interface Forked<Question, Answer> {
  pid: number
  /** @throws Error with what became of the program when it ends instead of answering */
  ask(question: Question): Promise<Answer>
  end(): Promise<void>
}

interface ForkedOptions {
  /** The folder to run in. */
  cwd?: string
}

/** Starts a program that ends with `answersParent`; it writes to our own output. */
export function startForked<Question extends object, Answer>(
  program: string,
  { cwd }: ForkedOptions = {},
): Forked<Question, Answer> {
  // So that bytes and undefined are what they were.
  const child = fork(program, { cwd, serialization: 'advanced', env: { NODE_ENV: 'production' } })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    async ask(question) {
      const answer = once(child, 'message').then(([message]) => ({ message: message as Answer }))
      child.send(question)
      const first = await Promise.race([answer, exited])
      if ('message' in first) return first.message
      throw new Error(`${program} ended with ${first.join(' ')}`)
    },
    async end() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** Runs a program for as long as it is used. */
export async function whileForked<Question extends object, Answer, T>(
  program: string,
  use: (ask: (question: Question) => Promise<Answer>) => Promise<T>,
  options?: ForkedOptions,
): Promise<T> {
  const forked = startForked<Question, Answer>(program, options)
  try {
    return await use(forked.ask)
  } finally {
    await forked.end()
  }
}

/** Asks one thing of a program that is started for it. */
export function askForked<Question extends object, Answer>(
  program: string,
  question: Question,
  options?: ForkedOptions,
): Promise<Answer> {
  return whileForked<Question, Answer, Answer>(program, (ask) => ask(question), options)
}

/** Answers what the process that started this one asks, until it lets go. */
export function answersParent<Question, Answer>(answer: (question: Question) => Promise<Answer>) {
  process.on('message', async (question: Question) => {
    // Undefined is no message.
    process.send?.((await answer(question)) ?? null)
  })
  process.on('disconnect', () => process.exit(0))
}
