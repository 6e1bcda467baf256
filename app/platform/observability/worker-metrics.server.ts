import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { z } from 'zod'

/** From a worker to the primary: it was asked for the numbers of all workers. And back: these are they. */
const question = z.object({ ask: z.literal('metrics-of-all'), id: z.string() })
const answer = z.object({
  answer: z.literal('metrics-of-all'),
  id: z.string(),
  text: z.string().nullable(),
})

/**
 * Reads the numbers of all workers that share this one's port: whichever of them is asked answers for all. The primary
 * gathers them; in a process that is no worker there is nobody else.
 *
 * @throws Error when a worker does not tell its numbers within five seconds, such as one that is being replaced
 */
export function createMetricsReader(own: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => own.metrics()
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(own)
  return async () => {
    const id = crypto.randomUUID()
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const onMessage = (message: unknown) => {
      const { success, data } = answer.safeParse(message)
      if (success && data.id === id) resolve(data.text)
    }
    process.on('message', onMessage)
    try {
      process.send?.({ ask: 'metrics-of-all', id } satisfies z.infer<typeof question>)
      const text = await promise
      if (text === null) throw new Error('the numbers of all workers could not be read')
      return text
    } finally {
      process.off('message', onMessage)
    }
  }
}

/** In the primary: gathers the numbers of all workers for the one that was asked. */
export function collectWorkerMetrics() {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message) => {
    const { success, data } = question.safeParse(message)
    if (!success) return
    const text = await all.clusterMetrics().catch(() => null)
    const reply: z.infer<typeof answer> = { answer: 'metrics-of-all', id: data.id, text }
    if (worker.isConnected()) worker.send(reply, () => {})
  })
}
