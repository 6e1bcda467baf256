/** The call that lists the catalogue. */
export const cakeList = '/api/v1/cakes/allcakes'

/** The ids of the first cakes of the catalogue, with others after them. */
export async function someCakes(url: string, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let next = `${cakeList}?limit=100`; next && ids.length < most; ) {
    const response = await fetch(`${url}${next}`)
    const cakes = (await response.json()) as { _id: string }[]
    ids.push(...cakes.map(({ _id }) => _id))
    next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  }
  return ids
}
