/**
 * How the shop is registered for GST: a `composition` dealer pays tax on its turnover and collects none (CGST Act, section
 * 10); below the threshold a shop need not register.
 */
export const gstStatuses = ['regular', 'composition', 'unregistered'] as const
export type GstStatus = (typeof gstStatuses)[number]
