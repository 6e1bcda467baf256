/**
 * For the clientLoader of a page that reads itself anew while it is open: when the shop cannot be reached, what was
 * read last of the same address stays, instead of an error in its place. Any answer of the server counts.
 */
export function keepLastRead() {
  let last: { url: string; data: unknown } | null = null
  return async <Data>(url: string, read: () => Promise<Data>): Promise<Data> => {
    try {
      const data = await read()
      last = { url, data }
      return data
    } catch (error) {
      // What fetch throws when the line is lost.
      if (error instanceof TypeError && last?.url === url) return last.data as Data
      throw error
    }
  }
}
