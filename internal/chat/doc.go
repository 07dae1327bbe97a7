// Package chat writes messages in the formats of chats: Slack's blocks, which Mattermost and Rocket.Chat take as plain text, and
// Teams' adaptive cards. It keeps to their limits, and lets no name in a message become a link, a mention or markup. It does not know
// what a message is about, or where it goes.
package chat
