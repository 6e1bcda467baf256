/** What somebody reads before the link to the page of what was ordered for them. It tells neither cake nor price. */
export const recipientMessage = 'Something sweet is coming to you. When, and where to'
