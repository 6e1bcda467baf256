import { extractText } from 'unpdf'

/** The words of each page of a PDF, from its top. */
export async function pagesOfPdf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf))
  return text
}

export const wordsOfPdf = async (pdf: Uint8Array) => (await pagesOfPdf(pdf)).join('\n')
