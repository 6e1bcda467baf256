import type { z } from 'zod'

/** What a command has of its caller while it runs. */
export interface ControlCall {
  /** A line for the operator. */
  say(line: string): void
  /** Aborted when nobody waits for the answer any more, or the shop stops. */
  signal: AbortSignal
}

/** What an operator's command may ask of the running shop: a name, and what is done. */
export interface ControlCommand {
  name: string
  /** Answers what JSON can hold; the message of what it throws is told to the operator. */
  run(args: unknown, call: ControlCall): Promise<unknown>
}

/** Binds a name to what is done; what is sent is checked by the schema first. */
export function answers<Args extends z.ZodType>(
  name: string,
  args: Args,
  run: (args: z.output<Args>, call: ControlCall) => Promise<unknown>,
): ControlCommand {
  return { name, run: (sent, call) => run(args.parse(sent), call) }
}
