/**
 * Opens WhatsApp with a text to send: to a phone with its country code, or, without one, to somebody that one chooses
 * there. A plain link, which every browser opens.
 */
export function whatsAppUrl(text: string, phone = ''): string {
  const query = text && `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${phone.replace(/\D/g, '')}${query}`
}
