/**
 * For the clientLoader of a page that reloads its data while it is open: if the shop cannot be reached, the last data of
 * the same URL stays instead of an error. Error responses of the server are not replaced.
 */
export function keepLastRead() {
  let last: { url: string; data: unknown } | null = null
  return async <Data>(url: string, read: () => Promise<Data>): Promise<Data> => {
    try {
      const data = await read()
      last = { url, data }
      return data
    } catch (error) {
      // fetch throws a TypeError if the network is lost.
      if (error instanceof TypeError && last?.url === url) return last.data as Data
      throw error
    }
  }
}
