import type { Gift } from './gift-world.ts'

/** The words of an answer; of a stream until something happened to the gift and to another order. */
export async function readAnswer(gift: Gift, response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) {
    await response.body?.cancel()
    return type
  }
  if (!type.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) return
      text += decoder.decode(value)
    }
  }
  await readUntil(() => text.includes('event: ready'))
  await note(gift, gift.orderId)
  await note(gift, gift.other)
  await readUntil(() => /event: (?!ready)/.test(text))
  await reader?.cancel()
  return text
}

let notes = 0

async function note({ shop, owner }: Gift, orderId: string) {
  const { rows } = await shop.context.db.execute(
    `select kitchen_note from orders where id = '${orderId}'`,
  )
  const was = String(rows[0]?.kitchen_note ?? '')
  await shop.post('/orders/note', { orderId, note: `No nuts ${++notes}`, was }, owner.token)
}
