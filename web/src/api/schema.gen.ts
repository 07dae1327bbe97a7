// Generated from api/openapi.json by `make generate`. Do not edit.
export interface paths {
    "/UserManagement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users; those who may add moderators look up display name and e-mail by the beginning of the address
         * @description Administrators see whole users. Others send the beginning of an e-mail address as Search, three characters or more, and get display name and e-mail of at most ten.
         *
         *     May be called by administrators, and those who may add moderators to anything. Keys for one company are refused.
         */
        get: operations["listUsers"];
        /**
         * Edit a user
         * @description The user is found by the e-mail address, which stays. Rights have calls of their own: isAdmin and status are ignored here.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["editUser"];
        /**
         * Add a user and mail an invitation
         * @description The mail has a link to set a password; it works for seven days. An address that is taken is a 400. Where no mail server is set up, the answer has the link as invitationUrl.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["addUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or remove a user's address
         * @description An absent address, or null, removes it.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["setUserAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Promote or demote a user
         * @description Holds from the user's next request on.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["setAdministrator"];
        /**
         * Register an administrator
         * @description An administrator with a password of their own, so that no mail is needed. An address that is taken is a 400.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["registerAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take a user's access away
         * @description All of the user's sessions, links, keys and the calendar end at once, for good.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["disableUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a user's access back
         * @description The password is the one from before.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["enableUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Erase a person
         * @description Name, e-mail address, phone, address and photo of a disabled user are replaced by a pseudonym everywhere, also in the history, whose seals stay true. Sessions, factors, notifications, settings and own views are deleted. Nobody can take it back. Texts that other people wrote stay as they are, without the e-mail address in saved views and names of files and keys. leftToDo names the copies that the program does not reach.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["eraseUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export users as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail the invitation again
         * @description For somebody who has not set a password yet. The link before it stops working. Where no mail server is set up, the answer has the link as invitationUrl.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/secondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factors of a user who lost them
         * @description Also forgets their account at the provider of single sign-on. The history shows it, and the user gets a mail. Nothing happens when there are none. Your own you remove on your account, with your password.
         *
         *     May be called by administrators. Keys are refused.
         */
        delete: operations["removeFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description All of the user's sessions, live connections and the calendar end at once. The user can sign in again. Of your own sessions the one that asks stays.
         *
         *     May be called by administrators. Keys are refused.
         */
        delete: operations["signOutUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description By e-mail address, in any case.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/{email}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all that is held about a person
         * @description Profile, rights, sessions, factors without their secrets, security events, notifications and settings, views, and the history of what the person did and of what was done to them. The answer is streamed.
         *
         *     May be called by administrators, and everyone for themselves. Keys for one company are refused.
         */
        get: operations["getPersonData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/{email}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a user's photo
         * @description The body is the image itself: JPEG, PNG or WebP, at most 5 MiB and 25 megapixels. It is made small and loses its metadata. Photos are read one at a time: when too many wait, the answer is 429.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["setUserPhoto"];
        post?: never;
        /**
         * Remove a user's photo
         * @description Nothing happens when there is none.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeUserPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/UserManagement/{email}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's sessions
         * @description Sign-ins of a user that have not ended, the last used first.
         *
         *     May be called by administrators. Keys are refused.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who may do what with a company or project, or what a user may do where
         * @description Each entry is one right, and what it allows. Somebody with a role on a company and another one on its project may do there what either allows. By Entity: the moderators of a project, those of its company, and the administrators. By User: first the right of an administrator, then companies, projects with a role of their own, and projects with a role on their company. Removed records are left out.
         *
         *     May be called by everyone who may see the company or project; with User by administrators, and by everyone for themselves.
         */
        get: operations["listAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own account
         * @description The account without a token.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether your calendar has an address
         * @description It tells since when, not the address, of which only a hash is kept.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["getCalendar"];
        put?: never;
        /**
         * Make a private address for your calendar
         * @description The calendar (RFC 5545) has the days on which subscriptions end, and the last days to cancel those that renew, as far as you may see them at that moment; no cost. Whoever has the address sees it. A new address ends the old one. It lives on when you sign out or change your password, until you end it or all your other sessions, or you are disabled.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["newCalendar"];
        /**
         * End your calendar
         * @description Its address is not found any more. Nothing happens when there is none.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["endCalendar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your own password
         * @description Ends all other sessions of the user. Keys and the calendar stay, unless endKeys and endCalendar say otherwise; a mail tells the user which of them stay.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your keys
         * @description The newest first, expired ones included. A key itself is never answered again.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key for a program
         * @description The key is sent as a bearer token, and never may more than you at that moment. It lives on when you sign out or change your password, until it expires or is removed, or you are disabled; a new password ends it if you ask for that.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["addKey"];
        /**
         * Remove one of your keys
         * @description It ends at once.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["removeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/language": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose your language
         * @description Mails, your calendar and headings of exports are in it, unless a key asks for the export. An absent language stays as it is, null chooses none: English.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["setLanguage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how one can sign in here
         * @description Besides by a password.
         *
         *     May be called by anyone, without a token.
         */
        get: operations["getSignInMethods"];
        put?: never;
        /**
         * Sign in
         * @description Answers the account with a token, which goes into the Authorization header of every other call. A wrong password, an unknown address and a disabled user are answered alike. Wrong attempts are slowed down, right ones never count.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a passkey, without a password
         * @description The device has verified its user, so no second factor is asked for. An unknown passkey, a wrong answer and a disabled user are answered alike. Wrong attempts are slowed down like wrong passwords.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["loginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in by a passkey
         * @description The options are the same for everybody, because the device knows whose passkeys it has. With a ticket they name the passkeys of that account. They work once, for no hours.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["askPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login/second": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in by a second factor
         * @description A ticket works for no hours and allows five tries. A code works once. Wrong codes are slowed down like wrong passwords.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["loginSecond"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign out
         * @description Every token of the session ends at once. After a single sign-on the answer names the provider's own page for signing out, if it has one.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["logout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/notificationSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read of what you are notified
         * @description The defaults, until you change them.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["getNotificationSettings"];
        /**
         * Choose of what you are notified
         * @description An absent field stays as it is, null sets the default. A day that is added to remindDays counts from then on: what it would have told of before is not made up for.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["editNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink your account at the provider of single sign-on
         * @description The password is not needed in the first no hours after a sign-in. The account there does not sign in any more, until it is used again with the address that the provider has confirmed. The history shows it, and you get a mail. Nothing happens when none is linked.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["unlinkSignOn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the provider of single sign-on
         * @description For browsers: keeps the provider's answer in the cookie, if it belongs to the attempt there, and leads to the sign-in page. It signs nobody in.
         *
         *     May be called by anyone, without a token.
         */
        get: operations["answerSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/oidc/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a single sign-on
         * @description Answers as login does, once for each attempt in the cookie. The provider's account belongs to the user it was first used for, by the address that the provider has confirmed. The answer is the same for an unknown address, a disabled user, and one who uses another account there.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["finishSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begin a single sign-on
         * @description For browsers: leads to the OpenID Connect provider (code flow with PKCE, state and nonce), or back to the sign-in page when the provider can not be reached. A cookie keeps the attempt for no hours.
         *
         *     May be called by anyone, without a token.
         */
        get: operations["startSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own passkeys
         * @description The oldest first, all of them.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["listPasskeys"];
        /**
         * Rename a passkey
         * @description The name is only for its owner.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["renamePasskey"];
        /**
         * Add the passkey that your browser has made
         * @description It signs in without a password, and is a second factor beside the password. A first factor comes with recovery codes, which are answered this once.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["addPasskey"];
        /**
         * Remove a passkey
         * @description The password is not needed in the first no hours after a sign-in. The recovery codes go with the last second factor.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description The password is not needed in the first no hours after a sign-in. The options work once, for no hours; newer ones end them.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your own photo
         * @description The body is the image itself: JPEG, PNG or WebP, at most 5 MiB and 25 megapixels. It is made small and loses its metadata. Photos are read one at a time: when too many wait, the answer is 429.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["setOwnPhoto"];
        post?: never;
        /**
         * Remove your own photo
         * @description Nothing happens when there is none.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["removeOwnPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit your own profile
         * @description An absent optional field stays as it is, null clears it.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["editProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/profile/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or remove your own address
         * @description An absent address, or none at all in the body, removes it.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["setOwnAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/refreshToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new token for the same session
         * @description The token that is presented stays good until its own end. A session ends after 30 days at the latest.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/reportSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how you get reports by mail
         * @description Off, until you change it.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["getReportSettings"];
        /**
         * Choose how you get reports by mail
         * @description The mail has the table of GET /report/summary and a spreadsheet, of what you may see when it is sent. It is in the language of this request (Accept-Language, or what you chose in the web app): English or German.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["editReportSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/requestPassReset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a reset link by mail
         * @description Answers the same whether anybody has the address or not. The link works for an hour, and until a newer reset link was delivered; an invitation stays valid beside it.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["requestPassReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/resetPass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a password by a mailed token
         * @description The token is that of a reset or of an invitation, and works once. Ends all sessions of the user. Keys and the calendar stay, unless endKeys and endCalendar say otherwise; a mail tells the user which of them stay.
         *
         *     May be called by anyone, without a token.
         */
        put: operations["resetPass"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/secondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which second factors you have
         * @description And whether the operator asks for one.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["getSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own sessions
         * @description Sign-ins that have not ended, the last used first.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End one of your sessions, or all others
         * @description Its tokens and its live connections end at once. Ending the session of this request signs out. Ending all others ends your calendar too.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm an authenticator app by a code
         * @description From then on a sign-in asks for a code. The recovery codes are answered this once.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        put: operations["confirmTotp"];
        /**
         * Begin to set up an authenticator app
         * @description The app counts as a second factor once a code of it was confirmed. Beginning again replaces a secret that was not confirmed.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        post: operations["beginTotp"];
        /**
         * Remove your authenticator app
         * @description The recovery codes go with the last second factor. Nothing happens when there is no app.
         *
         *     May be called by everyone who is signed in. Keys are refused.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the end of the sealed audit trail
         * @description Keep it elsewhere: btracker audit verify then proves that nobody has rewritten the changes before it. A new change is sealed within a minute.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["getAuditHead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many records at once, or preview that
         * @description A preview answers 200 and changes nothing. Otherwise the answer is 202, and a job goes through the records, also after a restart, and changes none twice. Each record is changed as by its own call; those that would be refused are left as they are. All changes share one batchId, by which they are taken back. The query is read once, when the action is started. Open pages of the caller get the event BulkProgress.
         *
         *     May be called by everyone who is signed in. Each record is changed with the caller's rights at that moment, or refused.
         */
        post: operations["startBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Stop a bulk action
         * @description No record is changed after the answer. Those that were changed stay so, until they are taken back by the batchId. An action that has ended stays as it is.
         *
         *     May be called by whoever started it, and administrators. For everyone else it does not exist.
         */
        put: operations["stopBulk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a bulk action is
         * @description It is kept for 30 days after its end.
         *
         *     May be called by whoever started it, and administrators. For everyone else it does not exist.
         */
        get: operations["getBulk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, newest first
         * @description Administrators see every change. Moderators see the changes of what they may see now and of the catalogues, without users. Fields that the caller may not see are left out, and so is a change that has no other. The total is exact up to 1000.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/change/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export changes as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/change/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take back a change, or a batch
         * @description It restores exactly the fields that the change touched, and is a change itself, which can be taken back. What was added is removed by the rules of removal, what was removed is brought back. A field that a later change has touched is a conflict, unless force is true. A batch is taken back whole or not at all. A batch of more than 10000 changes is checked whole, and then taken back by a bulk action: the answer is 202 with its id, which is the batchId of the new changes. A record that somebody changes in the meantime is refused by it.
         *
         *     May be called by everyone who may do the opposite.
         */
        put: operations["undoChanges"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The eldest first.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listChannels"];
        /**
         * Change a channel, or switch it on or off
         * @description The address must be http or https. It is a secret: it is kept encrypted, and only its host is answered. Addresses of this machine and of private networks are refused, here and at each message. Without url the stored address stays. Switching it off ends the messages that wait. Its owner stays, unless they are no administrator any more: the caller becomes it then.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["editChannel"];
        /**
         * Add a channel of a chat
         * @description The address must be http or https. It is a secret: it is kept encrypted, and only its host is answered. Addresses of this machine and of private networks are refused, here and at each message. Messages are in the language of whoever makes it, and have no cost.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["addChannel"];
        /**
         * Remove a channel with the messages that wait
         * @description An unknown one is gone already.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channel/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to try a channel
         * @description It is sent at once, whether the channel is on or off, and its chat's answer is answered.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clientError": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an unexpected error of the web app
         * @description It is written to the log and counted in the metrics. A report says where an error happened, and nothing of what was typed or shown.
         *
         *     May be called by everyone who is signed in. Keys for one company are refused.
         */
        post: operations["reportClientError"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Companies the caller moderates; administrators see all. With figures, the header Totals sums up all pages. A margin that the caller may not see sorts last. MarginFrom and MarginTo are a 400 for those who may see no cost. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listCompanies"];
        /**
         * Edit a company
         * @description An absent optional field stays as it is, null clears it.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        put: operations["editCompany"];
        /**
         * Add a company
         * @description Names need not be unique.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addCompany"];
        /**
         * Remove a company, in two steps when it has projects
         * @description A company is in use while it has projects. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeCompany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or remove a company's address
         * @description An absent address, or null, removes it.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        put: operations["setCompanyAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export companies as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile. Cost, and what could tell it, is empty where the caller may not see it.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/moderator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a moderator's role and details
         * @description The id is the link's. A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        put: operations["editCompanyModerator"];
        /**
         * Add a moderator
         * @description The id is the company's. Somebody who moderates it already stays as they are (200). A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        post: operations["addCompanyModerator"];
        /**
         * Remove a moderator
         * @description The id is the link's; an unknown one is gone already. A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        delete: operations["removeCompanyModerator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a company
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["restoreCompany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company with its moderators and first projects
         * @description A role on a project alone does not show its company.
         *
         *     May be called by administrators, and every moderator of the company. For everyone else it does not exist.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/{id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps a company from being removed
         * @description Its projects.
         *
         *     May be called by administrators, and every moderator of the company. For everyone else it does not exist.
         */
        get: operations["listCompanyDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company/{id}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a company's photo
         * @description The body is the image itself: JPEG, PNG or WebP, at most 5 MiB and 25 megapixels. It is made small and loses its metadata. Photos are read one at a time: when too many wait, the answer is 429.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        put: operations["setCompanyPhoto"];
        post?: never;
        /**
         * Remove a company's photo
         * @description Nothing happens when there is none.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        delete: operations["removeCompanyPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/charts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What ends when, who is largest, how far products are
         * @description Within what the caller may see.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["getCharts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what the caller may see
         * @description What is marked removed, and all under it, does not count. Sums leave out canceled and ended subscriptions.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of a record, newest first
         * @description What is known of each; getDocumentContent answers the file.
         *
         *     May be called by whoever may see the record, and of confidential ones whoever may see its cost. For everyone else it does not exist.
         */
        get: operations["listDocuments"];
        /**
         * Rename or describe a document, or make it confidential
         * @description An absent field stays as it is.
         *
         *     May be called by administrators, and whoever may edit the record. Setting the status of a product is not editing it.
         */
        put: operations["editDocument"];
        /**
         * Add a document to a record
         * @description The body is the file itself, of any kind. How large it may be, and all files together, is set by the installation: beyond that the answer is 413, or 507. Its type is found by its content. The same content is kept once.
         *
         *     May be called by administrators, and whoever may edit the record. Setting the status of a product is not editing it.
         */
        post: operations["addDocument"];
        /**
         * Remove a document
         * @description It can be brought back for 30 days. An unknown one is gone already.
         *
         *     May be called by administrators, and whoever may edit the record. Setting the status of a product is not editing it.
         */
        delete: operations["removeDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the documents of some records
         * @description Records without documents, and those that the caller may not see, are left out.
         *
         *     May be called by whoever may see the record, and of confidential ones whoever may see its cost. For everyone else it does not exist.
         */
        get: operations["countDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how large documents may be
         * @description As the installation has set it, for a client that does not want to send a file in vain.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["getDocumentLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Everything else, such as HTML, SVG and XML, is a download in any case. Takes Range, of one part, and If-None-Match.
         *
         *     May be called by whoever may see the record, and of confidential ones whoever may see its cost. For everyone else it does not exist.
         */
        get: operations["getDocumentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields that administrators gave lists
         * @description By list and position. Confidential ones are listed for those who may see cost anywhere.
         *
         *     May be called by everyone who is signed in. Keys for one company are refused.
         */
        get: operations["listFields"];
        /**
         * Change a field
         * @description An absent field stays as it is. List and key are fixed, the kind is once a record has a value, and an option that records have can not be taken away.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["editField"];
        /**
         * Give a list a field
         * @description Every record of the list then has it in own, under its key.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addField"];
        /**
         * Remove a field, with its values
         * @description Field and values are hidden. Undo brings both back for 30 days. An unknown one is gone already.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What will happen to subscriptions if nobody does anything
         * @description From now on, by day and kind, of projects the caller moderates; administrators see all. It is computed by the rules by which the program renews, sets planned prices and ends subscriptions. The header Totals sums up all pages: how many events there are, and what they add to the monthly price. A period that was opened by hand has been renewed, and is no event when it begins.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listForecast"];
        put?: never;
        /**
         * Try changes of subscriptions: the value a month as it is and as it would be
         * @description Nothing is changed. The changes are tried in the order of their days on what the program will have made of the subscriptions by then; what their state refuses on that day is counted in refusedTotal. cancel ends a subscription with the term that runs on that day and notes the reason, renew opens one period.
         *
         *     May be called by everyone who is signed in. Each subscription is changed with the caller's rights, or refused.
         */
        post: operations["tryForecast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groupRole": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rights that groups give at single sign-on
         * @description By group and company. Those on removed companies are left out, and come back with them.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listGroupRoles"];
        /**
         * Replace the rights that groups give at single sign-on
         * @description Each single sign-on gives a person exactly the rights of their groups, and takes away those that came from groups and do so no longer. Rights that were given by hand stay. Of several roles on a company the highest counts. The last administrator who can sign in is never taken away. People who do not sign in again keep what they have.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["setGroupRoles"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groupRole/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who would get what by rights of groups
         * @description It changes nothing. People are known by the groups that they had at their last single sign-on: somebody who has not signed in since groups are read, or is in other groups now, may get something else.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["previewGroupRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a CSV or XLSX file and compare it
         * @description The body is the file itself, of at most 50 MiB and 100000 rows: CSV with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, or the first sheet of an XLSX file. Its first row has the headings, from which the fields are guessed. Nothing is changed yet. A record is found by its id, else by e-mail address (users), name (companies), company and name (projects), or category and name (products and subscriptions); a row that two records fit is refused, and a row that none fits makes one. A column that is not there leaves its field alone, an empty cell clears it. The file is kept for a day; of each person the last 3 that were not applied.
         *
         *     May be called by everyone who is signed in; products, subscriptions and users are imported by administrators. Each row is decided with the caller's rights. Keys for one company are refused.
         */
        post: operations["uploadImport"];
        /**
         * Drop a file
         * @description What it changed stays. An unknown one is gone already.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        delete: operations["dropImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Apply a file
         * @description A bulk action goes through the rows, with the caller's rights at that moment, and changes none twice. All changes share one batchId, by which they are taken back. A record that somebody changed since the comparison is refused. A second call answers the same action.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        put: operations["applyImport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct which fields the columns set
         * @description All rows are compared anew.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        put: operations["setImportColumns"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an empty file with the headings of a list
         * @description The columns that an import of the list can set.
         *
         *     May be called by everyone who is signed in. Keys for one company are refused.
         */
        get: operations["getImportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an import would do
         * @description The figures are those of the comparison; rows that were refused when the file was applied count as refused.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the refused rows as CSV, with the reasons
         * @description It can be corrected and uploaded again: the column of reasons sets no field.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        get: operations["exportRefusedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows with what would change, and why they are refused
         * @description In the order of the file.
         *
         *     May be called by whoever uploaded it. For everyone else it does not exist. Keys for one company are refused.
         */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes, newest first, pinned before
         * @description Without Entity and EntityId it lists all notes that the caller may see, newest first, which is for searches.
         *
         *     May be called by whoever may see the record. For everyone else it does not exist.
         */
        get: operations["listNotes"];
        /**
         * Change the text of a note, or pin it
         * @description An absent field stays as it is. People whom the text mentions for the first time are told.
         *
         *     May be called by the author changes the text; administrators, and whoever may edit the record, pin.
         */
        put: operations["editNote"];
        /**
         * Write a note about a record
         * @description @ and an e-mail address mention a person, who is told once for each note, unless they may not see the record. Pinning needs the right to edit the record.
         *
         *     May be called by whoever may see the record. For everyone else it does not exist.
         */
        post: operations["addNote"];
        /**
         * Remove a note
         * @description An unknown one is gone already.
         *
         *     May be called by the author, administrators, and whoever may edit the record.
         */
        delete: operations["removeNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/note/mentionable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find people to mention in a note of a record
         * @description Enabled people who may see the record, at most 8. Of a catalogue's item, administrators alone find people who are no administrators.
         *
         *     May be called by whoever may see the record. For everyone else it does not exist.
         */
        get: operations["findMentionable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own notifications, newest first unless told otherwise
         * @description Those about projects the caller may still see, and for administrators those about webhooks. A search looks into title and details, however short it is. The pagination is in the body as well as in the header.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listNotifications"];
        /**
         * Mark a notification viewed
         * @description The first time stays. Somebody else's is a 404.
         *
         *     May be called by everyone who is signed in.
         */
        put: operations["viewNotification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your own notifications as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hide a notification for some time
         * @description Until then no list has it; then it comes back as new. Somebody else's is a 404.
         *
         *     May be called by everyone who is signed in.
         */
        put: operations["snoozeNotification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/viewedAll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark all your notifications viewed
         * @description Snoozed ones come back as new all the same.
         *
         *     May be called by everyone who is signed in.
         */
        put: operations["viewAllNotifications"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own plans and the shared ones
         * @description By name.
         *
         *     May be called by everyone who is signed in. Keys for one company are refused.
         */
        get: operations["listPlans"];
        /**
         * Change a plan
         * @description Administrators alone share plans, and change and apply shared ones. The changes are replaced whole.
         *
         *     May be called by everyone who is signed in; shared plans are changed and applied by administrators. Keys are refused.
         */
        put: operations["editPlan"];
        /**
         * Keep changes as a plan
         * @description Administrators alone share plans, and change and apply shared ones. Nothing is changed by it. A query of a change is read when the plan is tried or applied.
         *
         *     May be called by everyone who is signed in; shared plans are changed and applied by administrators. Keys are refused.
         */
        post: operations["addPlan"];
        /**
         * Remove a plan
         * @description Administrators alone share plans, and change and apply shared ones. An unknown one is gone already.
         *
         *     May be called by everyone who is signed in; shared plans are changed and applied by administrators. Keys are refused.
         */
        delete: operations["removePlan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plan/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a plan, or preview that
         * @description A preview answers 200 and changes nothing; it says of each subscription what changed in it since the plan was saved. Otherwise the answer is 202, and the bulk action of that id goes through the subscriptions; its batchId takes all back. While it is under way, asking again answers the same id. Changes whose day has come are made, later ones become planned prices, cancelations at the end of the term, or renewals. What was applied leaves the plan. What cannot be noted yet, because it is about a later term than the running one or another price is planned, is refused with the reason, and stays in the plan, as is what is refused for other reasons.
         *
         *     May be called by everyone who is signed in, of shared plans administrators. Each subscription is changed with the caller's rights at that moment, or refused. Keys are refused.
         */
        post: operations["applyPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items
         * @description An unknown category lists nothing. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["listProducts"];
        /**
         * Edit a product
         * @description An absent optional field stays as it is, null clears it. What projects have attached keeps its price and cost.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["editProduct"];
        /**
         * Add a product
         * @description Its category must exist; a category that is marked removed takes no new items.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addProduct"];
        /**
         * Remove an item, in two steps when projects use it
         * @description An item is in use while projects attach it. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Each inside data.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["listProductCategories"];
        /**
         * Rename a category
         * @description Its items follow. It is one change, which can be taken back.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["renameProductCategory"];
        /**
         * Add a category
         * @description Names are unique within a catalogue, ignoring case.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addProductCategory"];
        /**
         * Remove a category, in two steps when it has items
         * @description A category is in use while it has items. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeProductCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/categories/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export categories as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["exportProductCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/categories/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a category
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["restoreProductCategory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/categories/{name}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps a category from being removed
         * @description Its items.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listProductCategoryDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export items as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["exportProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore an item
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["restoreProduct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an item
         * @description One that is marked removed is still there.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps an item from being removed
         * @description The projects that attach it.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listProductDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{id}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a product's photo
         * @description The body is the image itself: JPEG, PNG or WebP, at most 5 MiB and 25 megapixels. It is made small and loses its metadata. Photos are read one at a time: when too many wait, the answer is 429.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["setProductPhoto"];
        post?: never;
        /**
         * Remove a product's photo
         * @description Nothing happens when there is none.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeProductPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Projects the caller moderates, directly or by their company; administrators see all. With figures, the header Totals sums up all pages. A margin that the caller may not see sorts last. MarginFrom and MarginTo are a 400 for those who may see no cost. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listProjects"];
        /**
         * Edit a project
         * @description A companyId that is sent along never moves it.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        put: operations["editProject"];
        /**
         * Add a project
         * @description A project stays with its company for good.
         *
         *     May be called by administrators, and moderators of the company with the role Owner or Manager.
         */
        post: operations["addProject"];
        /**
         * Remove a project, in two steps when it has products or subscriptions
         * @description A project is in use while it has products or subscriptions. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        delete: operations["removeProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export projects as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile. Cost, and what could tell it, is empty where the caller may not see it.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/moderator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a moderator's role and details
         * @description The id is the link's. A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        put: operations["editProjectModerator"];
        /**
         * Add a moderator
         * @description The id is the project's. Somebody who moderates it already stays as they are (200). A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        post: operations["addProjectModerator"];
        /**
         * Remove a moderator
         * @description The id is the link's; an unknown one is gone already, one of another project than is sent along is a 404. A Manager manages everyone but Owners.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        delete: operations["removeProjectModerator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products of all projects
         * @description Products of projects the caller moderates, directly or by their company; administrators see all. What is removed, and all under it, is left out. The header Totals sums up all pages. A search looks into the item of the catalogue, the project's name and its company's. Cost is null for those who may not see it. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listProjectProducts"];
        /**
         * Edit an attached product
         * @description Developer and Designer may change status and details alone: another price or cost is a 403. A cost of null leaves a hidden one as it is. Its product and project stay.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner, Manager, Developer or Designer.
         */
        put: operations["editProjectProduct"];
        /**
         * Attach a product
         * @description A product may be attached more than once.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        post: operations["attachProduct"];
        /**
         * Detach a product
         * @description It can be restored for 30 days; an unknown one is gone already, one of another project than is sent along is a 404.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        delete: operations["detachProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/product/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the products of all projects as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile. Cost, and what could tell it, is empty where the caller may not see it.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportProjectProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/product/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Attach a detached product again
         * @description Undoes a detachment of the last 30 days: it is as it was. NotRestored when its project or its item of the catalogue is removed; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        put: operations["restoreProjectProduct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a project
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        put: operations["restoreProject"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscriptions of all projects
         * @description Subscriptions of projects the caller moderates, directly or by their company; administrators see all. What is removed, and all under it, is left out. The header Totals sums up all pages. A search looks into the item of the catalogue, the project's name and its company's. Cost is null for those who may not see it, and a hidden margin sorts last. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["listProjectSubscriptions"];
        /**
         * Edit an attached subscription
         * @description Its subscription and project stay. One that becomes due raises its notification at once.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner, Manager or Support.
         */
        put: operations["editProjectSubscription"];
        /**
         * Attach a subscription
         * @description The cost is that of the catalogue at this moment, and again at each renewal. One that is due raises its notification at once.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        post: operations["attachSubscription"];
        /**
         * Detach a subscription
         * @description It can be restored for 30 days; an unknown one is gone already, one of another project than is sent along is a 404.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        delete: operations["detachSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel an attached subscription
         * @description One that is canceled already stays so, with its first reason.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner, Manager or Support.
         */
        put: operations["cancelProjectSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the subscriptions of all projects as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile. Cost, and what could tell it, is empty where the caller may not see it.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportProjectSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Plan a price of an attached subscription
         * @description The program sets it within a minute after its day; one without a day comes with the next renewal. There is one planned price at most; a new one replaces it.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner, Manager or Support.
         */
        put: operations["planProjectSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Open the next period of an attached subscription
         * @description One period for each call, also ahead: until it begins, the period before it counts. Without dates it follows the period that is there, as long as that one. The cost is the catalogue's of today. A canceled subscription is refused with 422 cannotRenew.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner, Manager or Support.
         */
        put: operations["renewProjectSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Attach a detached subscription again
         * @description Undoes a detachment of the last 30 days: it is as it was. NotRestored when its project or its item of the catalogue is removed; an unknown one is NotFound, not a 404. What became due meanwhile is told within a minute.
         *
         *     May be called by administrators, and moderators of the project or its company with the role Owner or Manager.
         */
        put: operations["restoreProjectSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/subscription/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an attached subscription with its value and periods
         * @description A running subscription is worth its price divided by its whole months a month, or else converted by its days. The newest 500 periods. Cost is null for those who may not see it.
         *
         *     May be called by administrators, and every moderator of the project or its company. For everyone else it does not exist.
         */
        get: operations["getProjectSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project with its moderators, products and subscriptions
         * @description All of its moderators, products and subscriptions, 500 of each at most. Cost is null for those who may not see it.
         *
         *     May be called by administrators, and every moderator of the project or its company. For everyone else it does not exist.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/{id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps a project from being removed
         * @description Its products and subscriptions.
         *
         *     May be called by administrators, and every moderator of the project or its company. For everyone else it does not exist.
         */
        get: operations["listProjectDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report/recurring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What subscriptions are worth by the month, and what moved it
         * @description Within what the caller may see. A month is taken at its last second, 23:59:59 UTC; the running month is taken now, and a later one counts what runs or renews by what is known now. GET /project/subscription with that instant as At, and State=active,renews, lists the rows of a figure. The price of a month is that of the month before it, plus started, less ended, plus repriced. At most 100 groups, and then all others together; an administrator gets the companies whose items have the largest price now.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["getRecurring"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report/recurring/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what subscriptions are worth by the month as CSV or XLSX
         * @description The tables of the answer, with the period and the name of the installation above them: below each other as CSV, in a sheet each as a spreadsheet. The words are in the language of the request (Accept-Language, or what was chosen in the web app): English or German.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportRecurring"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of some months beside those of earlier ones, and the companies that moved most
         * @description Within what the caller may see. A month ends with its last second, 23:59:59 UTC; a period that is not over is taken now. Cost and margin are null for those who may see no cost, and else cover what they may see.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report/summary/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the figures of some months as CSV or XLSX
         * @description The tables of the answer, with the period and the name of the installation above them: below each other as CSV, in a sheet each as a spreadsheet. The words are in the language of the request (Accept-Language, or what was chosen in the web app): English or German. Within what the caller may see. A month ends with its last second, 23:59:59 UTC; a period that is not over is taken now. Cost and margin are null for those who may see no cost, and else cover what they may see.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["exportSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a few of each kind
         * @description Five of each kind at most, within what the caller may see; users for administrators alone. Below three characters it is the beginning of the name.
         *
         *     May be called by everyone who is signed in.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/securityEvent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List security events, newest first
         * @description Sign-ins and failures, second factors, keys, sessions that were ended, passwords and changes of rights. The total is exact up to 1000.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/securityEvent/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export security events as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["exportSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the first administrator is still to be made
         * @description While it is so, the server prints an address with a code whenever it starts.
         *
         *     May be called by anyone, without a token.
         */
        get: operations["getSetup"];
        put?: never;
        /**
         * Make the first administrator
         * @description By the code in the address that the server printed when it started. It works once, on every replica, and only while there is no administrator. Wrong codes are slowed down like wrong passwords.
         *
         *     May be called by anyone, without a token.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items
         * @description An unknown category lists nothing. Cost is null for those who are neither administrator nor Owner or Manager of anything. CostFrom and CostTo are a 400 for them. By an own field of the key vatId: Own.vatId (a text that contains it, else the same value), Own.vatId.From and Own.vatId.To (numbers and dates, both included), Own.vatId.Filled (true or false), and SortBy=own.vatId, where those without a value come last.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["listSubscriptions"];
        /**
         * Edit a subscription
         * @description An absent optional field stays as it is, null clears it. What projects have attached keeps its price and cost.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["editSubscription"];
        /**
         * Add a subscription
         * @description Its category must exist; a category that is marked removed takes no new items.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addSubscription"];
        /**
         * Remove an item, in two steps when projects use it
         * @description An item is in use while projects attach it. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Each inside data.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["listSubscriptionCategories"];
        /**
         * Rename a category
         * @description Its items follow. It is one change, which can be taken back.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["renameSubscriptionCategory"];
        /**
         * Add a category
         * @description Names are unique within a catalogue, ignoring case.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["addSubscriptionCategory"];
        /**
         * Remove a category, in two steps when it has items
         * @description A category is in use while it has items. What is in use is only marked (RequireFinalization) and stays in its list; once nothing depends on it, removing it again finalizes it (Removed). An unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeSubscriptionCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/categories/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export categories as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["exportSubscriptionCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/categories/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore a category
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["restoreSubscriptionCategory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/categories/{name}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps a category from being removed
         * @description Its items.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listSubscriptionCategoryDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export items as CSV or XLSX
         * @description The filters and the order of the list, all of its pages in one file. Columns chooses the columns and their order; without it the file has standard ones. Cells that a spreadsheet would run as a formula begin with an apostrophe. A file is whole when its transfer ends: the connection is cut when the caller's rights change meanwhile. Cost is null for those who are neither administrator nor Owner or Manager of anything. CostFrom and CostTo are a 400 for them.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["exportSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Restore an item
         * @description Clears the mark, or brings back what was removed within the last 30 days. NotRestored when its parent is removed itself, or the name of a category was taken meanwhile; an unknown one is NotFound, not a 404.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        put: operations["restoreSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an item
         * @description One that is marked removed is still there. Cost is null for those who are neither administrator nor Owner or Manager of anything. CostFrom and CostTo are a 400 for them.
         *
         *     May be called by administrators and clients. Everyone else finds nothing here. Keys for one company are refused.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscription/{id}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what keeps an item from being removed
         * @description The projects that attach it.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listSubscriptionDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own views and the shared ones
         * @description By list and name.
         *
         *     May be called by everyone who is signed in. Keys for one company are refused.
         */
        get: operations["listViews"];
        /**
         * Rename, change, share a view, or make it your default
         * @description Administrators alone share views, and change shared ones. Everyone may make a shared view their default, by sending it with isDefault; that leaves its version. An absent optional field stays as it is.
         *
         *     May be called by everyone who is signed in; shared views are changed by administrators. Keys for one company are refused.
         */
        put: operations["editView"];
        /**
         * Save a view of a list
         * @description Administrators alone share views, and change shared ones. Names need not be unique.
         *
         *     May be called by everyone who is signed in; shared views are changed by administrators. Keys for one company are refused.
         */
        post: operations["addView"];
        /**
         * Remove a view
         * @description Administrators alone share views, and change shared ones. An unknown one is gone already.
         *
         *     May be called by everyone who is signed in; shared views are changed by administrators. Keys for one company are refused.
         */
        delete: operations["removeView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The eldest first. Secrets are not shown again.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listWebhooks"];
        /**
         * Change a webhook, or switch it on or off
         * @description The address must be http or https. Addresses of this machine and of private networks are refused, here and at each delivery. Switching it off ends the deliveries that wait. The caller becomes its owner: a delivery shows what the owner may see, and nothing is sent for an owner who is no administrator any more.
         *
         *     May be called by administrators. Keys are refused.
         */
        put: operations["editWebhook"];
        /**
         * Add a webhook
         * @description The address must be http or https. Addresses of this machine and of private networks are refused, here and at each delivery. Each change that its events name is posted there, signed by the Standard Webhooks rules with the secret of this answer.
         *
         *     May be called by administrators. Keys are refused.
         */
        post: operations["addWebhook"];
        /**
         * Remove a webhook with its deliveries
         * @description An unknown one is gone already.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Under the same webhook-id, so that the receiver recognizes it. It is sent before those that wait.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook, newest first
         * @description A delivery that has ended is listed for 7 days. The total is exact up to 1000.
         *
         *     May be called by administrators. Keys for one company are refused.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What a right allows somebody on a company or project. */
        AccessEntry: {
            /**
             * Format: uuid
             * @description The company of a project.
             */
            companyId: string | null;
            /** @description The company of a project. */
            companyName: string | null;
            displayName: string;
            /** Format: email */
            email: string;
            /** @description company or project. Null for an administrator by User: that right holds everywhere. */
            entity: string | null;
            /** @description Where the right comes from: administrator, company or project; group for the right of an administrator and a role on a company that a group gave at single sign-on. A role on a company holds in its projects. */
            from: string;
            /** @description The group that it came from. */
            group: string | null;
            /**
             * Format: uuid
             * @description Of the company or project.
             */
            id: string | null;
            /** @description Of the company or project. */
            name: string | null;
            /** @description Of see, seeCost, edit, manageModerators, editSubscriptions and setProductStatus. Empty for a disabled user. */
            permissions: string[];
            /** @description Null for an administrator, who needs none. */
            role: (0 | 1 | 2 | 3 | 4 | 5) | null;
        };
        /** @description The signed-in user. */
        Account: {
            address: components["schemas"]["Address"] | null;
            displayName: string;
            /** Format: email */
            email: string;
            firstName: string | null;
            /**
             * @description 0 None, 1 Male, 2 Female.
             * @enum {integer}
             */
            gender: 0 | 1 | 2;
            /** @description May do everything. */
            isAdmin: boolean;
            /** @description Not an administrator, and moderator of at least one company or project. */
            isClient: boolean;
            /** @description The language that you chose, en or de, also of mails, the calendar and headings of exports. Null until you choose one. */
            language: string | null;
            lastName: string | null;
            /** @description Must set up a second factor before anything else is allowed. */
            needsSecondFactor: boolean;
            /** @description No mail server is set up, so nobody receives mail. Told to administrators alone. */
            noMailServer: boolean;
            phoneNumber: string | null;
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /** @description The time zone of the notification settings, by which times are shown. Missing while none is chosen: UTC without mails is the default. */
            timeZone?: string | null;
            /** @description Answered by login and refreshToken alone. */
            token?: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description An address of a user or a company's head office. */
        Address: {
            building: string | null;
            city: string | null;
            country: string;
            postalZipCode: string | null;
            provinceState: string;
            street: string | null;
        };
        /** @description An address, which is replaced whole. */
        AddressInput: {
            building?: string | null;
            city?: string | null;
            country: string;
            postalZipCode?: string | null;
            provinceState: string;
            street?: string | null;
        };
        /** @description An administrator to add. */
        AdminInput: {
            address?: components["schemas"]["AddressInput"] | null;
            displayName: string;
            /** Format: email */
            email: string;
            firstName?: string | null;
            gender: (0 | 1 | 2) | null;
            lastName?: string | null;
            password: string;
            phoneNumber?: string | null;
        };
        /** @description Whether a user shall be an administrator. */
        AdministratorInput: {
            /** Format: email */
            email: string;
            /** @description May do everything. */
            isAdmin: boolean | null;
        };
        /** @description The plan to apply. */
        ApplyPlanInput: {
            /** Format: uuid */
            id: string;
            /** @description Says what would happen, and changes nothing. */
            preview?: boolean | null;
        };
        /** @description What an attachment shows of its catalogue item. */
        AttachedItem: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            name: string;
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
        };
        /** @description The end of the chain of seals that closes the change log. */
        AuditHead: {
            /**
             * Format: date-time
             * @description When the seal was made; null before the first one.
             */
            at: string | null;
            /** @description SHA-256 of the seal, in hexadecimal digits; it covers all seals before. Null before the first one. */
            hash: string | null;
            /** @description The highest number among the changes of the last seal; 0 before the first seal. */
            seq: number;
        };
        /** @description How far a bulk action is. */
        Bulk: {
            /**
             * Format: uuid
             * @description Of the changes, for the history and for undo.
             */
            batchId: string;
            /** @description Records that were changed, or were as wanted already. */
            done: number;
            /** Format: uuid */
            id: string;
            refused: number;
            /** @description queued, running, done, failed or stopped. */
            state: string;
            /** @description How many there are in all. */
            total: number;
        };
        /** @description What goes with companies and projects. */
        BulkContents: {
            companies: number;
            /** @description Likewise; null where the caller may not see cost. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description What the running subscriptions come to in a month. US dollars, with at most two decimals. */
            monthlyPrice: number;
            products: number;
            projects: number;
            subscriptions: number;
        };
        /** @description What records come to in a month, before a bulk action and after it. */
        BulkEffect: {
            /** @description Null where the caller may not see cost. */
            monthlyCost: components["schemas"]["MoneyChange"] | null;
            monthlyPrice: components["schemas"]["MoneyChange"];
        };
        /** @description An action on many records. */
        BulkInput: {
            /** @description One of the list's actions. */
            action: string;
            /** @description The records; users by their e-mail addresses. */
            ids?: string[] | null;
            /** @description projectSubscription, projectProduct, product, subscription, company, project or user. */
            list: string;
            /** @description The parameters of the action, where it has any. */
            params?: components["schemas"]["BulkParams"];
            /** @description Whether to say what would happen, and change nothing. */
            preview: boolean | null;
            /** @description Instead of ids: the query string of the list's call. All records that it lists, without pages. */
            query?: string | null;
        };
        /** @description The parameters of all bulk actions; each action has its own. */
        BulkParams: {
            /** @description reprice: added to the price, or taken off. US dollars, with at most two decimals. */
            amount?: number | null;
            /** @description setRenewal. */
            autoRenew?: boolean | null;
            /** @description setCategory. */
            categoryName?: string;
            /** @description reprice: now (also without it), renewal, or an instant in the future from which on the price counts. */
            from?: string | null;
            /** @description setField: the key of an own field. */
            key?: string;
            /** @description renew: how long the next period is. As long as the last one without it. */
            months?: number | null;
            /** @description reprice: added to the price, or taken off. More than -100 and at most 1000, with at most four decimals. */
            percent?: number | null;
            /** @description reprice: the new price. US dollars, with at most two decimals. */
            price?: number | null;
            /** @description cancel: a text. disable: a reason of disabling, by number or key. */
            reason?: unknown | null;
            /** @description addModerator. */
            role?: (0 | 1 | 2 | 3 | 4 | 5) | null;
            /** @description setStatus: a status of the record, by number or key. */
            status?: unknown | null;
            /**
             * Format: email
             * @description handOver: who gets every role of the user.
             */
            toEmail?: string;
            /**
             * Format: email
             * @description addModerator.
             */
            userEmail?: string;
            /** @description setField: its value, as own has it; null clears it. */
            value?: unknown | null;
        };
        /** @description What a bulk action would do. */
        BulkPreview: {
            /** @description Records that would change. The others that are not refused are as wanted already. */
            changes: number;
            /** @description removeWithContents: what goes. */
            contents?: components["schemas"]["BulkContents"] | null;
            /** @description reprice, renew, cancel, remove and removeWithContents: what all that would change come to in a month. A price or period that begins later counts as if it had begun. */
            effect?: components["schemas"]["BulkEffect"] | null;
            /**
             * Format: date-time
             * @description Of a plan: when somebody saved it last.
             */
            keptAt?: string | null;
            /** @description The first 100. */
            refused: components["schemas"]["BulkRefusal"][];
            refusedTotal: number;
            /** @description The first 100 that would change. */
            rows: components["schemas"]["BulkRow"][];
            /** @description Of a plan: how many of its subscriptions changed since it was saved, or are new in it. They are the first rows, also those that it leaves as they are. */
            sinceTotal?: number | null;
            /** @description Records that it goes through, contents and roles included. */
            total: number;
        };
        /** @description A record that a bulk action leaves as it is. */
        BulkRefusal: {
            id: string;
            /** @description Of a plan: its query did not find this one when the plan was saved. */
            isNew?: boolean;
            /** @description Empty if there is no such record, or the caller may not see it. */
            name: string;
            reason: string;
            reasonText?: components["schemas"]["Text"];
            /** @description Of a plan: what changed since it was saved, between then and now. */
            since?: components["schemas"]["FieldChange"][];
        };
        /** @description A record that a bulk action would change. */
        BulkRow: {
            /** @description Of what it belongs to; empty if it belongs to no company, or is one. */
            companyName: string;
            /** @description Those that would change, as the history will show them. */
            fields: components["schemas"]["FieldChange"][];
            id: string;
            /** @description Of a plan: its query did not find this one when the plan was saved. */
            isNew?: boolean;
            name: string;
            /** @description reprice: what it costs now. US dollars, with at most two decimals. */
            price?: number | null;
            /** @description Likewise. */
            projectName: string;
            /** @description Of a plan: what changed since it was saved, between then and now. */
            since?: components["schemas"]["FieldChange"][];
        };
        /** @description A bulk action that was started. */
        BulkStarted: {
            /** Format: uuid */
            id: string;
        };
        /** @description The private address of a calendar. */
        CalendarAddress: {
            /** @description Answered this once: only a hash of it is kept. Whoever has it sees the calendar. */
            url: string;
        };
        /** @description Whether a calendar has an address. */
        CalendarState: {
            /**
             * Format: date-time
             * @description When its address was made, null when there is none. The address itself is not kept.
             */
            since: string | null;
        };
        /** @description A subscription to cancel, and why. */
        CancelInput: {
            /** @description Why it was canceled, or ends with its period. */
            cancelationReason: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId?: string | null;
        };
        /** @description A category of one catalogue. */
        Category: {
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            itemCount: number;
            name: string;
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
        };
        /** @description A category to add. */
        CategoryInput: {
            name: string;
        };
        /** @description A category, by its name, and its new name. */
        CategoryRename: {
            name: string;
            newName: string;
        };
        /** @description Category, inside data. */
        CategoryWrapped: {
            data: components["schemas"]["Category"];
        };
        /** @description A change of an entity, as the caller may see it. */
        Change: {
            /** @description One of create, edit, address, photo, remove, restore, cancel, disable, enable, invite, renew, end, password, undo, erase. */
            action: string;
            /** @description Who did it; null is the program itself, which renews a subscription. */
            actor: components["schemas"]["UserRef"] | null;
            /** Format: date-time */
            at: string;
            /**
             * Format: uuid
             * @description The same for all changes of one bulk action, import or undo.
             */
            batchId: string | null;
            /**
             * Format: uuid
             * @description The company that it belongs to, or is about.
             */
            companyId: string | null;
            /** @description With Include=names: the name of the company now. */
            companyName?: string | null;
            /** @description One of company, project, projectProduct, projectSubscription, product, subscription, productCategory, subscriptionCategory, companyModerator, projectModerator, user, field, note, document. */
            entity: string;
            /** @description Of a user the e-mail address. */
            entityId: string;
            /** @description At that time. */
            entityName: string;
            /** @description What differs, as far as the caller may see it. */
            fields: components["schemas"]["FieldChange"][];
            /**
             * Format: uuid
             * @description The project that it belongs to, or is about.
             */
            projectId: string | null;
            /** @description With Include=names: the name of the project now. */
            projectName?: string | null;
            /** @description Its number; a later change has a higher one. */
            seq: number;
            undo: components["schemas"]["UndoState"];
            /** @description The number of the change that it takes back. */
            undoes: number | null;
            /** @description The number of the change that took it back. */
            undoneBy: number | null;
            /** @description How, if not by a form. */
            via: components["schemas"]["Via"] | null;
        };
        /** @description The old password and the new one. */
        ChangePasswordInput: {
            confirmNewPassword?: string;
            currentPassword: string;
            /** @description True ends the user's calendar address. Otherwise it stays. */
            endCalendar?: boolean | null;
            /** @description True removes all keys of the user. Otherwise they stay. */
            endKeys?: boolean | null;
            newPassword: string;
        };
        /** @description A channel of a chat. */
        Channel: {
            /**
             * Format: uuid
             * @description The only company that it is told about. Null: all.
             */
            companyId: string | null;
            companyName: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description What it is told: endsSoon, ended, renewed, canceled and mention. The first comes when people are reminded who chose no days. */
            events: string[];
            /**
             * Format: date-time
             * @description When the first message failed since the last one that arrived; null while messages arrive.
             */
            failingSince: string | null;
            /** @description The host of its address. The address itself is a secret, and never answered. */
            host: string;
            /** Format: uuid */
            id: string;
            /** @description While it is false nothing is queued or sent. */
            isEnabled: boolean;
            /** @description The format of the messages: slack (which Mattermost and Rocket.Chat take too) or teams. */
            kind: string;
            name: string;
            /** @description Why the program switched it off; null if it did not. */
            offReason: string | null;
            offReasonText?: components["schemas"]["Text"];
            /** @description Who made it. Messages are in the language of this person, and nothing is sent once they are no administrator any more; whoever saves it then becomes its owner. */
            owner: components["schemas"]["UserRef"];
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
            /** @description each: a message for each event. daily: one message at 8:00 in the time zone of the owner, if something happened. */
            when: string;
        };
        /** @description What a chat answered. */
        ChannelAnswer: {
            /** @description The beginning of the answer, without the address of the channel. */
            body: string;
            /** @description The number of the answer. A message arrived if it is 200 to 299. */
            status: number;
        };
        /** @description The new state of a channel. */
        ChannelEdit: {
            /**
             * Format: uuid
             * @description The only company that it is told about; null for all.
             */
            companyId?: string | null;
            /** @description At least one of endsSoon, ended, renewed, canceled and mention. */
            events: string[] | null;
            /** Format: uuid */
            id: string;
            /** @description True for a new channel unless it is sent. False ends the messages that wait. */
            isEnabled?: boolean | null;
            /** @description slack or teams. */
            kind: string;
            name: string;
            /** @description Another address. Without one the stored address stays. */
            url?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
            /** @description each or daily; each unless it is sent. */
            when?: string | null;
        };
        /** @description A channel to make. */
        ChannelInput: {
            /**
             * Format: uuid
             * @description The only company that it is told about; null for all.
             */
            companyId?: string | null;
            /** @description At least one of endsSoon, ended, renewed, canceled and mention. */
            events: string[] | null;
            /** @description True for a new channel unless it is sent. False ends the messages that wait. */
            isEnabled?: boolean | null;
            /** @description slack or teams. */
            kind: string;
            name: string;
            /** @description Where messages are posted to: the address of an incoming webhook of the chat. It is not answered again. */
            url: string;
            /** @description each or daily; each unless it is sent. */
            when?: string | null;
        };
        /** @description What the dashboard draws. */
        Charts: {
            /** @description Subscriptions that do not renew, by the week they end in; this week first. */
            endingByWeek: components["schemas"]["WeekCount"][];
            productsByStatus: components["schemas"]["StatusCount"][];
            /** @description Those with the largest price of all their projects' items. */
            topCompanies: components["schemas"]["CompanyTotals"][];
        };
        /** @description An unexpected error of the web app. */
        ClientErrorInput: {
            /** @description The class of the error, such as TypeError. */
            kind: string;
            /** @description The path of the page, with a placeholder for each id, name or address in it. */
            page: string;
            /** @description Where the error happened: a function, a script and a position on each line. */
            stack?: string;
        };
        /** @description A company. */
        Company: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** @description In lists with Include=figures. */
            figures?: components["schemas"]["Figures"] | null;
            /** @description Of the head office. Null in lists. */
            headAddress: components["schemas"]["Address"] | null;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            name: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            /** Format: email */
            supportEmail: string | null;
            supportPhone: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description What the caller may do with a company. */
        CompanyAccess: {
            /** @description Roles the caller may give, change or take away. */
            assignableRoles: (0 | 1 | 2 | 3 | 4 | 5)[];
            edit: boolean;
            manageModerators: boolean;
            remove: boolean;
        };
        /** @description A company's address; none removes it. */
        CompanyAddress: {
            address?: components["schemas"]["AddressInput"] | null;
            /** Format: uuid */
            id: string;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A company with what belongs to it, and what the caller may do with it. */
        CompanyDetails: {
            /** @description What the caller may do, so that a screen can leave out what would be refused. */
            access: components["schemas"]["CompanyAccess"];
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** @description In lists with Include=figures. */
            figures?: components["schemas"]["Figures"] | null;
            /** @description Of the head office. Null in lists. */
            headAddress: components["schemas"]["Address"] | null;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            moderators: components["schemas"]["CompanyModerator"][];
            name: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /** @description The first of them; the list of projects has all. */
            projects: components["schemas"]["ProjectRef"][];
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            /** Format: email */
            supportEmail: string | null;
            supportPhone: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a company. */
        CompanyEdit: {
            details?: string | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** Format: email */
            supportEmail?: string | null;
            supportPhone?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description CompanyEdit, inside data. */
        CompanyEditWrapped: {
            data: components["schemas"]["CompanyEdit"];
        };
        /** @description A company to add. */
        CompanyInput: {
            details?: string | null;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** Format: email */
            supportEmail?: string | null;
            supportPhone?: string | null;
        };
        /** @description A user who moderates a company. */
        CompanyModerator: {
            /** Format: uuid */
            companyId: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description The user behind the link. */
            moderator: components["schemas"]["ModeratorUser"];
            /**
             * @description Decides what the moderator may do. 0 None, 1 Owner, 2 Manager, 3 Support, 4 Developer, 5 Designer.
             * @enum {integer}
             */
            role: 0 | 1 | 2 | 3 | 4 | 5;
            /** Format: email */
            userEmail: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description What a company's project items come to. */
        CompanyTotals: {
            /** Format: uuid */
            companyId: string;
            /** @description Null where cost is hidden. US dollars, with at most two decimals. */
            cost: number | null;
            name: string;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
        };
        /** @description The months that a summary is compared with. */
        ComparedPeriod: {
            from: string;
            to: string;
        };
        /** @description One thing that keeps an item from being removed. */
        Dependant: {
            /** Format: uuid */
            id: string;
            kind: string;
            name: string;
            /**
             * Format: uuid
             * @description What the thing belongs to.
             */
            parentId: string | null;
            /** @description Name of what the thing belongs to. */
            parentName: string | null;
        };
        /** @description A page of what keeps an item from being removed, and how much of it there is in all. */
        Dependants: {
            data: components["schemas"]["Dependant"][];
            /** @description How many there are in all. */
            total: number;
        };
        /** @description A user who shall not sign in any more, and why; the reason None is refused. */
        DisableInput: {
            /** Format: email */
            email: string;
            reason: (0 | 1 | 2) | null;
        };
        /** @description A file that belongs to a record. */
        Document: {
            /** @description Who added it; null if the program did. */
            by: components["schemas"]["UserRef"] | null;
            /**
             * Format: uuid
             * @description The company that the record belongs to, or is. Null in the catalogues.
             */
            companyId: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** @description The kind of record that it belongs to: company, project, projectProduct, projectSubscription, product or subscription. */
            entity: string;
            /** Format: uuid */
            entityId: string;
            entityName: string;
            /** Format: uuid */
            id: string;
            /** @description It exists only for those who may see the cost of the record. */
            isConfidential: boolean;
            /** @description Of the file. */
            name: string;
            /**
             * Format: uuid
             * @description The project that the record belongs to, or is.
             */
            projectId: string | null;
            /** @description Of the content, in hexadecimal digits. */
            sha256: string;
            /** @description In bytes. */
            size: number;
            /** @description The media type, found by the content. */
            type: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description How many documents a record has. */
        DocumentCount: {
            count: number;
            /** Format: uuid */
            entityId: string;
        };
        /** @description What is said about a document. */
        DocumentEdit: {
            details?: string | null;
            /** Format: uuid */
            id: string;
            /** @description For those who may see the cost of the record. */
            isConfidential?: boolean | null;
            name?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description How large documents may be. */
        DocumentLimits: {
            /** @description How many bytes all files together may have. */
            all: number;
            /** @description How many bytes a file may have. */
            each: number;
        };
        /** @description An account call is done. */
        Done: {
            /** @description Always success: a failure is a status. */
            result: string;
        };
        /** @description A user, by their e-mail address. */
        EmailInput: {
            /** Format: email */
            email: string;
        };
        /** @description The session to end, or true for all others. */
        EndSessionInput: {
            /**
             * Format: uuid
             * @description The session to end.
             */
            id?: string | null;
            /** @description True ends all sessions but the one of this request. */
            others?: boolean | null;
        };
        /** @description What is left of a person who was erased. */
        ErasedUser: {
            address: components["schemas"]["Address"] | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * @description Why the user may not sign in. 0 None, 1 AdminRemoval, 2 UserRequestedDisable.
             * @enum {integer}
             */
            disableReason: 0 | 1 | 2;
            displayName: string;
            /** Format: email */
            email: string;
            firstName: string | null;
            /**
             * @description 0 None, 1 Male, 2 Female.
             * @enum {integer}
             */
            gender: 0 | 1 | 2;
            /** @description False until an invitation was followed. */
            hasPassword: boolean;
            /** @description Signs in with an authenticator app or a passkey besides the password. */
            hasSecondFactor: boolean;
            /** @description Has signed in with an account at the provider of single sign-on, and may again. */
            hasSignOn: boolean;
            /** @description May do everything. */
            isAdmin: boolean;
            /** @description Name, address, phone and photo were replaced by a pseudonym, for good. */
            isErased: boolean;
            lastName: string | null;
            /**
             * Format: date-time
             * @description In lists: when a session was last used, to the minute. Absent for somebody who never signed in, or whose sessions were cleaned up since.
             */
            lastSeenAt?: string | null;
            /** @description Copies that are up to the operator: backups, files (logs, saved exports, mails in the outbox), and with PostgreSQL databaseFiles (its free space, log and replicas). */
            leftToDo: string[];
            phoneNumber: string | null;
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /**
             * @description 0 Enabled, 1 Disabled.
             * @enum {integer}
             */
            status: 0 | 1;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A field that differs. A link is shown by the name of what it points to. */
        FieldChange: {
            /** @description A value of any type, as the entity has it elsewhere; null if there is none. */
            after: unknown;
            /** @description A value of any type, as the entity has it elsewhere; null if there is none. */
            before: unknown;
            /** @description In the words of the forms. */
            label: string;
            name: string;
        };
        /** @description Sums over all pages of a list of companies or projects. */
        FigureTotals: {
            count: number;
            /** @description Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description US dollars, with at most two decimals. */
            monthlyPrice: number;
        };
        /** @description What the running subscriptions of a company or project come to, and who owns it. */
        Figures: {
            /** @description With ComparedAt: what they came to then. */
            before?: components["schemas"]["FiguresAt"] | null;
            /** @description monthlyPrice less monthlyCost; null where the caller may not see cost, and then sorted last. US dollars, with at most two decimals. */
            margin: number | null;
            /** @description Likewise; null where the caller may not see cost. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description What they come to in a month. US dollars, with at most two decimals. */
            monthlyPrice: number;
            /**
             * Format: date-time
             * @description The first end of their terms; null without any, which sorts as later than every other.
             */
            nextEndAt: string | null;
            /** @description Moderators with the role Owner; those of the company where a project has none. */
            owners: components["schemas"]["UserRef"][];
            /** @description Projects that are not removed; of a project, itself. */
            projects: number;
            /** @description Running subscriptions: started, not canceled, not over, and nothing above them is removed. */
            running: number;
        };
        /** @description What the subscriptions that ran at an instant came to. */
        FiguresAt: {
            /** Format: date-time */
            at: string;
            /** @description Null where the caller may not see cost. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description US dollars, with at most two decimals. */
            monthlyPrice: number;
        };
        /** @description The value a month as it is and as it would be. */
        Forecast: {
            /** @description In the order in which they were sent. */
            changes: components["schemas"]["ForecastChange"][];
            /** @description Companies that the changes make pay over 10 % more: at the end of a month they would pay more than now, and more than if nobody does anything, by over a tenth of what they pay a month now. */
            customersAbove: number;
            /** @description From the running month on, which is taken now. */
            months: components["schemas"]["ForecastMonth"][];
        };
        /** @description What a tried change comes to on its day. */
        ForecastChange: {
            /** @description Those that would change. */
            changes: number;
            refusedTotal: number;
            /** @description Subscriptions that it goes through. */
            total: number;
        };
        /** @description Something that will happen to a subscription if nobody does anything. */
        ForecastEvent: {
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @description cancelBy (the last day on which to cancel), renews, ends, or price (a planned price begins within a term; one that a renewal takes is part of its renews). */
            kind: string;
            /** @description What the term is worth a month before and after; the same for cancelBy, 0 after it ends. */
            monthlyPrice: components["schemas"]["MoneyChange"];
            name: string;
            /** @description The day: of the end for ends and renews. */
            on: string;
            /** @description Of the term that runs or begins then. US dollars, with at most two decimals. */
            price: number;
            /** Format: uuid */
            projectId: string;
            projectName: string;
            /** @description Owners and Managers of the project, or else of its company. */
            responsible: components["schemas"]["UserRef"][];
            /**
             * Format: uuid
             * @description Of the project's subscription.
             */
            subscriptionId: string;
        };
        /** @description Changes to try, and how far ahead. */
        ForecastInput: {
            /** @description At most 20. Without any the value as it is. */
            changes?: components["schemas"]["PlanChangeInput"][] | null;
            /** @description The last month, such as 2027-11, at most 24 ahead. */
            until: string;
        };
        /** @description A month of a forecast. */
        ForecastMonth: {
            /** @description Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description Such as 2027-01. */
            month: string;
            /** @description Likewise; null where cost is. US dollars, with at most two decimals. */
            plannedCost: number | null;
            /** @description With the changes. US dollars, with at most two decimals. */
            plannedPrice: number;
            /** @description As it is: the running month now, later ones if nobody does anything. US dollars, with at most two decimals. */
            price: number;
        };
        /** @description Sums over all pages of a forecast. */
        ForecastTotals: {
            count: number;
            /** @description The sum of all changes of monthly price. US dollars, with at most two decimals. */
            monthlyPrice: number;
        };
        /** @description A right that a group gives somebody, or gave. */
        GroupEffect: {
            /** @description given, taken or kept. */
            change: string;
            /**
             * Format: uuid
             * @description Null for administrator alone.
             */
            companyId: string | null;
            companyName: string | null;
            group: string;
            /** @description administrator, or the number of a role on the company. */
            role: "administrator" | (0 | 1 | 2 | 3 | 4 | 5);
        };
        /** @description What the next single sign-on of somebody would do. */
        GroupPerson: {
            displayName: string;
            /** Format: email */
            email: string;
            /** @description Those that groups gave, and those that they would give. */
            rights: components["schemas"]["GroupEffect"][];
        };
        /** @description Who would get what by rights of groups. */
        GroupPreview: {
            /** @description Where the provider names the groups of a person: BTRACKER_OIDC_GROUPS. Null where it is not set, and sign-ons change no rights. */
            claim: string | null;
            /** @description Of the companies that the rights are about, by their ids. */
            companyNames: {
                [key: string]: string;
            };
            /** @description Those that people had at their last single sign-on, the largest first. */
            groups: components["schemas"]["KnownGroup"][];
            /** @description Who had one of the groups, or has a right from one. */
            people: components["schemas"]["GroupPerson"][];
            /** @description How many there are; people has the first of them, by address. */
            total: number;
        };
        /** @description A right that the members of a group get at single sign-on. */
        GroupRole: {
            /**
             * Format: uuid
             * @description Null for administrator alone.
             */
            companyId: string | null;
            group: string;
            /** @description administrator, or the number of a role on the company. */
            role: "administrator" | (0 | 1 | 2 | 3 | 4 | 5);
        };
        /** @description A right of a group. */
        GroupRoleInput: {
            /**
             * Format: uuid
             * @description Null for administrator alone.
             */
            companyId?: string | null;
            group: string;
            /** @description administrator, or the number of a role on the company. */
            role: ("administrator" | (0 | 1 | 2 | 3 | 4 | 5)) | null;
        };
        /** @description An item, by its id. */
        IdInput: {
            /** Format: uuid */
            id: string;
        };
        /** @description A file that was read and compared. Nothing is changed until it is applied. */
        Import: {
            /** @description The bulk action that applies it, once it was started. */
            bulkId: string | null;
            columns: components["schemas"]["ImportColumn"][];
            creates: number;
            /** Format: uuid */
            id: string;
            list: string;
            /** @description Of the file, if it was sent. */
            name: string;
            refused: number;
            rows: number;
            unchanged: number;
            updates: number;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A column of a file, and the field that it sets. */
        ImportColumn: {
            /** @description Null for a column that is left alone. */
            field: string | null;
            header: string;
        };
        /** @description Other fields for the columns of a file. */
        ImportColumnsInput: {
            /** @description All columns of the file, in their order. */
            columns: components["schemas"]["ImportColumn"][] | null;
            /** Format: uuid */
            id: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A file to apply. */
        ImportRef: {
            /** Format: uuid */
            id: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A row of a file, and what would become of it. */
        ImportRow: {
            /** @description In the order of the columns. */
            cells: string[];
            /** @description The keys and values of the messages, in the same order. */
            errorTexts?: {
                [key: string]: components["schemas"]["Text"][];
            };
            /** @description Why it is refused: messages by field, in PascalCase. Row has those about the row as a whole. */
            errors: {
                [key: string]: string[];
            };
            /** @description What would differ. */
            fields: components["schemas"]["FieldChange"][];
            /** @description Of the record that it changes; of a user the e-mail address. */
            id: string | null;
            name: string;
            /** @description Its number in the file, as a spreadsheet program counts. */
            row: number;
            /** @description create, update, unchanged or refused. */
            state: string;
        };
        /** @description A moderator of a project's company, whose role holds in the project too. */
        InheritedModerator: {
            /** @description The user behind the link. */
            moderator: components["schemas"]["ModeratorUser"];
            /**
             * @description Decides what the moderator may do. 0 None, 1 Owner, 2 Manager, 3 Support, 4 Developer, 5 Designer.
             * @enum {integer}
             */
            role: 0 | 1 | 2 | 3 | 4 | 5;
            /** Format: email */
            userEmail: string;
        };
        /** @description A user who was invited. */
        InvitedUser: {
            address: components["schemas"]["Address"] | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * @description Why the user may not sign in. 0 None, 1 AdminRemoval, 2 UserRequestedDisable.
             * @enum {integer}
             */
            disableReason: 0 | 1 | 2;
            displayName: string;
            /** Format: email */
            email: string;
            firstName: string | null;
            /**
             * @description 0 None, 1 Male, 2 Female.
             * @enum {integer}
             */
            gender: 0 | 1 | 2;
            /** @description False until an invitation was followed. */
            hasPassword: boolean;
            /** @description Signs in with an authenticator app or a passkey besides the password. */
            hasSecondFactor: boolean;
            /** @description Has signed in with an account at the provider of single sign-on, and may again. */
            hasSignOn: boolean;
            /** @description The link by which the user sets a password, to be passed on by hand. Only where no mail server is set up, and only in the answer to the request that made it. */
            invitationUrl?: string;
            /** @description May do everything. */
            isAdmin: boolean;
            /** @description Name, address, phone and photo were replaced by a pseudonym, for good. */
            isErased: boolean;
            lastName: string | null;
            /**
             * Format: date-time
             * @description In lists: when a session was last used, to the minute. Absent for somebody who never signed in, or whose sessions were cleaned up since.
             */
            lastSeenAt?: string | null;
            phoneNumber: string | null;
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /**
             * @description 0 Enabled, 1 Disabled.
             * @enum {integer}
             */
            status: 0 | 1;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a plan. */
        KeptPlanEdit: {
            /** @description At most 20, of at most 10,000 subscriptions together. */
            changes?: components["schemas"]["PlanChangeInput"][] | null;
            /** Format: uuid */
            id: string;
            /** @description For administrators: everyone sees it. */
            isShared?: boolean | null;
            name: string;
            /** @description The last month that it looks at, such as 2027-11. */
            until: string;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A plan to keep. */
        KeptPlanInput: {
            /** @description At most 20, of at most 10,000 subscriptions together. */
            changes?: components["schemas"]["PlanChangeInput"][] | null;
            /** @description For administrators: everyone sees it. */
            isShared?: boolean | null;
            name: string;
            /** @description The last month that it looks at, such as 2027-11. */
            until: string;
        };
        /** @description A key, by which a program acts for its owner. */
        Key: {
            /**
             * Format: uuid
             * @description The only company that it sees, with its projects. Null: all that its owner may see.
             */
            companyId: string | null;
            companyName: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends. Null: when it is removed.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Up to a minute old. Null: it was not used yet.
             */
            lastUsedAt: string | null;
            name: string;
            /** @description read or write. */
            scope: string;
        };
        /** @description A key to make. */
        KeyInput: {
            /**
             * Format: uuid
             * @description Narrows it to one company and its projects.
             */
            companyId?: string | null;
            /** @description Not needed in the first ten minutes after a sign-in. */
            currentPassword?: string | null;
            /**
             * Format: date-time
             * @description When it ends, if it does by itself.
             */
            expiresAt?: string | null;
            /** @description The history shows it with every change that the key makes. */
            name: string;
            /** @description read: it changes nothing. write: it may change what its owner may. */
            scope: string;
        };
        /** @description A group that people had when they signed in. */
        KnownGroup: {
            group: string;
            /** @description How many had it at their last single sign-on. */
            people: number;
        };
        /** @description The language that you choose. */
        LanguageInput: {
            language?: string | null;
        };
        /** @description A product that is attached to a project, as a list across projects shows it. */
        ListedProduct: {
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @description Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
            /** @description USD alone. */
            priceCurrencyName: string;
            product: components["schemas"]["AttachedItem"];
            /** Format: uuid */
            productId: string;
            /** Format: uuid */
            projectId: string;
            projectName: string;
            /** @description Owners and Managers of the project, or else of its company. */
            responsible: components["schemas"]["Responsible"][];
            /**
             * @description 0 WaitingConfirm, 1 InProgress, 2 Delivered.
             * @enum {integer}
             */
            status: 0 | 1 | 2;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A subscription that is attached to a project, as a list across projects shows it. */
        ListedSubscription: {
            /** @description Gets a next period when it ends. */
            autoRenew: boolean;
            /**
             * Format: date-time
             * @description The last day on which to cancel: the end less the notice. Null without a notice period.
             */
            cancelBy: string | null;
            /** @description Why it was canceled, or ends with its period. */
            cancelationReason: string | null;
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @description Taken from the catalogue when attached and at each renewal. Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /**
             * Format: date-time
             * @description End of the current period; not before its beginning, and a day later at least when it renews.
             */
            endAt: string;
            /** Format: uuid */
            id: string;
            /** @description Ended before its time, for good. */
            isCanceled: boolean;
            /** @description The monthly price less the monthly cost. Null for those who may not see cost. US dollars, with at most two decimals. */
            margin: number | null;
            /** @description The cost in a month; 0 when it is not running. Null for those who may not see cost. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description The price in a month; 0 when it is not running. US dollars, with at most two decimals. */
            monthlyPrice: number;
            /** @description Days before the end by which it must be canceled. Null takes those of the catalogue. */
            noticeDays: number | null;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /** @description A price for later; null without one. */
            planned: components["schemas"]["PlannedPrice"] | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
            /** @description USD alone. */
            priceCurrencyName: string;
            /** Format: uuid */
            projectId: string;
            projectName: string;
            /** @description Owners and Managers of the project, or else of its company. */
            responsible: components["schemas"]["Responsible"][];
            /**
             * Format: date-time
             * @description Of one that was renewed ahead: the start of the period that counts until the current one begins. Else null.
             */
            runsFrom: string | null;
            /**
             * Format: date-time
             * @description Beginning of the current period.
             */
            startAt: string;
            /** @description notStarted, active, renews, ended or canceled. */
            state: string;
            subscription: components["schemas"]["AttachedItem"];
            /** Format: uuid */
            subscriptionId: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description Who signs in. */
        LoginInput: {
            /** Format: email */
            email: string;
            password: string;
        };
        /** @description The new state of a moderator link. */
        ModeratorEdit: {
            details?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Decides what the moderator may do. */
            role: (0 | 1 | 2 | 3 | 4 | 5) | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description Somebody to moderate a company or project, whose id it is. */
        ModeratorInput: {
            details?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Decides what the moderator may do. */
            role: (0 | 1 | 2 | 3 | 4 | 5) | null;
            /** Format: email */
            userEmail: string;
        };
        /** @description What a moderator link shows of its user. */
        ModeratorUser: {
            displayName: string;
            /** Format: email */
            email: string;
            phoneNumber: string | null;
            /**
             * @description A disabled user can not sign in; the role stays. 0 Enabled, 1 Disabled.
             * @enum {integer}
             */
            status: 0 | 1;
        };
        /** @description An amount of money before and after. */
        MoneyChange: {
            /** @description US dollars, with at most two decimals. */
            after: number;
            /** @description US dollars, with at most two decimals. */
            before: number;
        };
        /** @description A company whose monthly price changed. */
        Mover: {
            /** @description Price a month at the end of the compared period. US dollars, with at most two decimals. */
            before: number;
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @description Price a month at the end of the period. US dollars, with at most two decimals. */
            value: number;
        };
        /** @description A category, by its name. */
        NameInput: {
            name: string;
        };
        /** @description A key that was just made. */
        NewKey: {
            /**
             * Format: uuid
             * @description The only company that it sees, with its projects. Null: all that its owner may see.
             */
            companyId: string | null;
            companyName: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends. Null: when it is removed.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description The key itself, to send as a bearer token. Answered this once: only a hash of it is kept. */
            key: string;
            /**
             * Format: date-time
             * @description Up to a minute old. Null: it was not used yet.
             */
            lastUsedAt: string | null;
            name: string;
            /** @description read or write. */
            scope: string;
        };
        /** @description Recovery codes, shown once. */
        NewRecoveryCodes: {
            /** @description Each replaces a code of the app once. */
            recoveryCodes: string[];
        };
        /** @description A webhook that was just made. */
        NewWebhook: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description Which changes: an entity and an action of the history with a dot between them, such as projectSubscription.cancel, or company.* for all actions. */
            events: string[];
            /**
             * Format: date-time
             * @description When the first delivery failed since the last one that arrived; null while deliveries arrive.
             */
            failingSince: string | null;
            /** Format: uuid */
            id: string;
            /** @description While it is false nothing is queued or sent. */
            isEnabled: boolean;
            /** @description Why the program switched it off; null if it did not. */
            offReason: string | null;
            offReasonText?: components["schemas"]["Text"];
            /** @description Who saved it last. A delivery shows what this person may see when it is sent. */
            owner: components["schemas"]["UserRef"];
            /** @description The key of the signatures, answered once. Null when a request is repeated under the same Idempotency-Key. */
            secret: string | null;
            /** @description Where deliveries are posted to. */
            url: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description What somebody wrote about a record. */
        Note: {
            /** @description Null if the program wrote it. */
            author: components["schemas"]["UserRef"] | null;
            /**
             * Format: uuid
             * @description The company that the record belongs to, or is. Null in the catalogues.
             */
            companyId: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the text was last changed.
             */
            editedAt: string | null;
            /** @description The kind of record that it is about: company, project, projectProduct, projectSubscription, product or subscription. */
            entity: string;
            /** Format: uuid */
            entityId: string;
            entityName: string;
            /** Format: uuid */
            id: string;
            isPinned: boolean;
            /** @description Those who are mentioned and may see the record. */
            mentions: components["schemas"]["UserRef"][];
            /**
             * Format: uuid
             * @description The project that the record belongs to, or is.
             */
            projectId: string | null;
            /** @description Plain, with line breaks. A person is mentioned by @ and the e-mail address. */
            text: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A new text of a note, or its pin. */
        NoteEdit: {
            /** Format: uuid */
            id: string;
            /** @description For those who may edit the record. */
            isPinned?: boolean | null;
            /** @description The author alone changes it. */
            text?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A note to write. */
        NoteInput: {
            /** @description company, project, projectProduct, projectSubscription, product or subscription. */
            entity: string;
            /** Format: uuid */
            entityId: string;
            /** @description For those who may edit the record. */
            isPinned?: boolean | null;
            /** @description A person is mentioned by @ and the e-mail address. */
            text: string;
        };
        /** @description Where a note is. */
        NotePlace: {
            /** @description The kind of record that the note is about. */
            entity: string;
            /** Format: uuid */
            entityId: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The project of the record, if it has one.
             */
            projectId: string | null;
        };
        /** @description Tells one recipient about one project subscription. */
        Notification: {
            /**
             * Format: uuid
             * @description The channel that was switched off, for administrators; missing in other notifications.
             */
            channelId?: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string;
            /** @description Missing in notifications of earlier versions. */
            detailsText?: components["schemas"]["Text"];
            /** Format: uuid */
            id: string;
            isViewed: boolean;
            /**
             * Format: uuid
             * @description The project subscription. Null once it was removed: there is nothing to open.
             */
            itemId: string | null;
            /**
             * Format: uuid
             * @description Its project. Null when itemId is.
             */
            itemParentId: string | null;
            /** @description The note that mentions the recipient; missing in other notifications. */
            note?: components["schemas"]["NotePlace"] | null;
            title: string;
            titleText?: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When the recipient viewed it first.
             */
            viewedAt: string | null;
            /**
             * Format: uuid
             * @description The webhook that was switched off, for administrators. It may be removed by now. Null for a notification about a subscription.
             */
            webhookId: string | null;
        };
        /** @description A notification that was viewed. */
        NotificationInput: {
            /** Format: uuid */
            notificationId: string;
        };
        /** @description Of which events a person is notified. */
        NotificationKinds: {
            /** @description By somebody else. */
            canceled: boolean;
            ended: boolean;
            /** @description Reminders of the days in remindDays. */
            endsSoon: boolean;
            /** @description Notes that mention the person. */
            mention: boolean;
            renewed: boolean;
        };
        /** @description Kinds to turn on or off. */
        NotificationKindsInput: {
            canceled?: boolean | null;
            ended?: boolean | null;
            endsSoon?: boolean | null;
            mention?: boolean | null;
            renewed?: boolean | null;
        };
        /** @description A page of notifications. */
        NotificationPage: {
            data: components["schemas"]["Notification"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Of what a person is notified, and how. */
        NotificationSettings: {
            /** @description Mails of new notifications: off, each (at once), daily or weekly (on Mondays). */
            email: string;
            /** @description Hour of the day at which daily and weekly mails are sent, in the time zone. */
            hour: number;
            kinds: components["schemas"]["NotificationKinds"];
            /** @description Only about projects that the person is responsible for, as an Owner or Manager. */
            onlyResponsible: boolean;
            /** @description Days before the end of a subscription on which to be reminded; 0 is the day itself. A subscription that renews and has a notice period counts by its cancelBy. */
            remindDays: number[];
            /** @description IANA name of a time zone. */
            timeZone: string;
        };
        /** @description New settings. */
        NotificationSettingsInput: {
            email?: string | null;
            hour?: number | null;
            kinds?: components["schemas"]["NotificationKindsInput"] | null;
            onlyResponsible?: boolean | null;
            /** @description At most six different days from 0 to 90. */
            remindDays?: number[] | null;
            timeZone?: string | null;
        };
        /** @description Your own address; none removes it. */
        OwnAddress: {
            address?: components["schemas"]["AddressInput"] | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A field that administrators gave a list. */
        OwnField: {
            /** Format: uuid */
            id: string;
            /** @description Only those may see it who may see the record's cost. */
            isConfidential: boolean;
            /** @description It is asked for when a record is made, and can not be cleared. */
            isRequired: boolean;
            /** @description Its name in own: letters and digits. It can not be changed. */
            key: string;
            /** @description text, number, date, choice, yesNo or link. */
            kind: string;
            /** @description What people call it. */
            label: string;
            /** @description What people call it who use the app in German; null is the same. */
            labelDe: string | null;
            /** @description company, project, projectProduct, projectSubscription, product or subscription. */
            list: string;
            /** @description Of a choice, in their order. */
            options: string[];
            /** @description Its place in forms and on pages; those of smaller numbers come first. */
            position: number;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a field. */
        OwnFieldEdit: {
            /** Format: uuid */
            id: string;
            isConfidential?: boolean | null;
            isRequired?: boolean | null;
            /** @description It can not be changed. */
            key?: string | null;
            /** @description It can not be changed once a record has a value. */
            kind?: string | null;
            label?: string | null;
            labelDe?: string | null;
            /** @description It can not be changed. */
            list?: string | null;
            /** @description One that a record has can not be taken away. */
            options?: string[] | null;
            /** @description It takes this place, and those between its old and its new one move by one. */
            position?: number | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A field to make. */
        OwnFieldInput: {
            isConfidential?: boolean | null;
            isRequired?: boolean | null;
            /** @description Letters and digits, unique in the list. */
            key: string;
            /** @description text, number, date, choice, yesNo or link. */
            kind: string;
            label: string;
            labelDe?: string | null;
            /** @description The list whose records get it. */
            list: string;
            /** @description Of a choice: 1 to 100 different texts. */
            options?: string[] | null;
            /** @description Its place; without it the last. */
            position?: number | null;
        };
        /** @description Where a page stands among all. */
        Pagination: {
            currentPage: number;
            itemsPerPage: number;
            totalItems: number;
            totalPages: number;
        };
        /** @description A passkey of the caller. */
        Passkey: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used to sign in, or null.
             */
            lastUsedAt: string | null;
            /** @description What its owner calls it. */
            name: string;
        };
        /** @description A passkey that was added. */
        PasskeyAdded: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used to sign in, or null.
             */
            lastUsedAt: string | null;
            /** @description What its owner calls it. */
            name: string;
            /** @description Ten, shown this once, if you had none; else empty. */
            recoveryCodes: string[];
        };
        /** @description A passkey and its new name. */
        PasskeyEdit: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A passkey that the browser has made. */
        PasskeyInput: {
            /** @description The browser's PublicKeyCredential, by its toJSON. */
            credential: {
                [key: string]: unknown;
            } | null;
            name: string;
        };
        /** @description Options of WebAuthn. */
        PasskeyOptions: {
            /** @description Options of WebAuthn as JSON, for the browser's parseCreationOptionsFromJSON or parseRequestOptionsFromJSON. */
            publicKey: {
                [key: string]: unknown;
            };
        };
        /** @description A passkey to remove. */
        PasskeyRemoval: {
            /** @description Not needed in the first ten minutes after a sign-in. */
            currentPassword?: string | null;
            /** Format: uuid */
            id: string;
        };
        /** @description What the options are for. */
        PasskeyRequest: {
            /** @description Of a sign-in by password that asks for a second factor. Without one, the passkey is the whole sign-in. */
            ticket?: string | null;
        };
        /** @description The browser's answer. */
        PasskeySignIn: {
            /** @description The browser's PublicKeyCredential, by its toJSON. */
            credential: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The caller's password. */
        PasswordConfirmation: {
            currentPassword: string;
        };
        /** @description All that is held about a person. */
        PersonData: {
            /** @description As GET /access answers it. */
            access: components["schemas"]["AccessEntry"][];
            /** Format: date-time */
            at: string;
            /** @description What the person did, newest first, as far as the caller may see it. */
            changesBy: components["schemas"]["Change"][];
            /** @description What was done to the person's profile and rights, newest first. */
            changesOf: components["schemas"]["Change"][];
            profile: components["schemas"]["User"];
            /** @description Sessions, factors, notifications, settings, views, security events and so on, by their tables. */
            records: components["schemas"]["PersonRecords"][];
        };
        /** @description Records of one kind about a person. */
        PersonRecords: {
            /** @description One object for each record. It has no secrets. */
            rows: unknown[];
            /** @description What kind of records these are. */
            table: string;
        };
        /** @description Changes that somebody keeps to try and to apply. */
        Plan: {
            changes: components["schemas"]["PlanChange"][];
            /** Format: uuid */
            id: string;
            /** @description The caller made it. */
            isOwn: boolean;
            /** @description Everyone sees it. Administrators alone share plans, and change and apply shared ones. */
            isShared: boolean;
            /**
             * Format: date-time
             * @description When somebody saved it last. What applying takes out of it does not count.
             */
            keptAt: string;
            name: string;
            /** @description The last month that it looks at, such as 2027-11. */
            until: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A change of a plan. */
        PlanChange: {
            action: string;
            ids?: string[];
            list: string;
            on: string;
            /** @description As they were sent. Own fields by their keys. One that is absent stays as it is, null clears it. */
            params: {
                [key: string]: string | number | boolean | null;
            };
            /** @description Empty for all. */
            query?: string | null;
        };
        /** @description A change of subscriptions on a day. */
        PlanChangeInput: {
            /** @description reprice, cancel, setRenewal or renew. */
            action: string;
            /** @description The subscriptions. */
            ids?: string[] | null;
            /** @description projectSubscription. */
            list: string;
            /** @description The day, such as 2027-01-01. One that has come stands for today. */
            on: string;
            /** @description The parameters of the action, as in a bulk action. A reprice counts from its day on, or with from renewal from the renewal after it. */
            params?: components["schemas"]["BulkParams"];
            /** @description Instead of ids: the query string of the list's call, which is read each time. */
            query?: string | null;
        };
        /** @description A price for later. */
        PlanInput: {
            /**
             * Format: date-time
             * @description An instant in the future; null is the next renewal.
             */
            from?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Null drops what was planned. US dollars, with at most two decimals. */
            price?: number | null;
            /** Format: uuid */
            projectId?: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A price for later. */
        PlannedPrice: {
            /**
             * Format: date-time
             * @description When the program sets it; null is the next renewal.
             */
            from: string | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
        };
        /** @description Every error. Members beyond these are named context of the error. */
        Problem: {
            /**
             * Format: date-time
             * @description When they did.
             */
            changedAt?: string;
            /** @description Who saved last. */
            changedBy?: string;
            /** @description Stable, for programs and translations. */
            code: string;
            /** @description Codes of the messages, in the same order. */
            codes?: {
                [key: string]: string[];
            };
            /** @description The fields that later changes touched, after an undo that would overwrite them. */
            conflicts?: {
                /** @description The value that is stored now. */
                current: unknown;
                entity: string;
                field: string;
                id: string;
                label: string;
                name: string;
                /** @description The value that the undo would restore. */
                wanted: unknown;
            }[];
            /** @description The stored entity, after a version conflict. */
            current?: unknown;
            /** @description What happened. */
            error?: string;
            /** @description The keys and values of the messages, in the same order. */
            errorTexts?: {
                [key: string]: components["schemas"]["Text"][];
            };
            /** @description Messages by field, in PascalCase. */
            errors?: {
                [key: string]: string[];
            };
            /** @description Of a 403: the roles on the company or project that would do, and Administrator. Empty if no role would. */
            needs?: ("None" | "Owner" | "Manager" | "Support" | "Developer" | "Designer" | "Administrator")[];
            /** @description What it means and what to do. */
            reason?: string;
            reasonText?: components["schemas"]["Text"];
            /** @description The status of the answer. */
            status: number;
            /** @description What happened, in a few words. */
            title: string;
            /** @description Finds a defect in the server's log. */
            traceId?: string;
            /** @description Always about:blank: the code tells errors apart. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A product of the catalogue. */
        Product: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            name: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            /**
             * @description 0 available, 1 temporarilyUnavailable, 2 deprecated.
             * @enum {integer}
             */
            status: 0 | 1 | 2;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a product. */
        ProductEdit: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            details?: string | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            status: (0 | 1 | 2) | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description ProductEdit, inside data. */
        ProductEditWrapped: {
            data: components["schemas"]["ProductEdit"];
        };
        /** @description A product to add. */
        ProductInput: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            details?: string | null;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            status: (0 | 1 | 2) | null;
        };
        /** @description Sums over all pages of a list of products of projects. */
        ProductTotals: {
            /** @description Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            cost: number | null;
            count: number;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
        };
        /** @description Your own profile. */
        ProfileInput: {
            displayName: string;
            firstName?: string | null;
            gender: (0 | 1 | 2) | null;
            lastName?: string | null;
            phoneNumber?: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A project. */
        Project: {
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description In lists with Include=figures. */
            figures?: components["schemas"]["Figures"] | null;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            name: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description What the caller may do with a project. */
        ProjectAccess: {
            /** @description Roles the caller may give, change or take away. */
            assignableRoles: (0 | 1 | 2 | 3 | 4 | 5)[];
            attach: boolean;
            edit: boolean;
            editSubscriptions: boolean;
            manageModerators: boolean;
            remove: boolean;
            /** @description The company's page can be opened. */
            seeCompany: boolean;
            seeCost: boolean;
            setProductStatus: boolean;
        };
        /** @description A project with what belongs to it, and what the caller may do with it. */
        ProjectDetails: {
            /** @description What the caller may do, so that a screen can leave out what would be refused. */
            access: components["schemas"]["ProjectAccess"];
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description In lists with Include=figures. */
            figures?: components["schemas"]["Figures"] | null;
            /** Format: uuid */
            id: string;
            /** @description Those of its company, whose roles hold in all its projects. They are changed there. */
            inheritedModerators: components["schemas"]["InheritedModerator"][];
            /** @description Neither the project nor its company is marked removed: what it holds counts. */
            isLive: boolean;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            /** @description The project's own. */
            moderators: components["schemas"]["ProjectModerator"][];
            name: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            products: components["schemas"]["ProjectProduct"][];
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            subscriptions: components["schemas"]["ProjectSubscription"][];
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a project. */
        ProjectEdit: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A project to add. */
        ProjectInput: {
            /** Format: uuid */
            companyId: string;
            name: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
        };
        /** @description What to take off a project. */
        ProjectItem: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId?: string | null;
        };
        /** @description A user who moderates a project. */
        ProjectModerator: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description The user behind the link. */
            moderator: components["schemas"]["ModeratorUser"];
            /** Format: uuid */
            projectId: string;
            /**
             * @description Decides what the moderator may do. 0 None, 1 Owner, 2 Manager, 3 Support, 4 Developer, 5 Designer.
             * @enum {integer}
             */
            role: 0 | 1 | 2 | 3 | 4 | 5;
            /** Format: email */
            userEmail: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a moderator link of a project. */
        ProjectModeratorEdit: {
            details?: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId?: string | null;
            /** @description Decides what the moderator may do. */
            role: (0 | 1 | 2 | 3 | 4 | 5) | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A product that is attached to a project. */
        ProjectProduct: {
            /** @description Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
            /** @description USD alone. */
            priceCurrencyName: string;
            product: components["schemas"]["AttachedItem"];
            /** Format: uuid */
            productId: string;
            /** Format: uuid */
            projectId: string;
            /**
             * @description 0 WaitingConfirm, 1 InProgress, 2 Delivered.
             * @enum {integer}
             */
            status: 0 | 1 | 2;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of an attached product. */
        ProjectProductEdit: {
            /** @description What it costs us. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName?: string | null;
            details?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number | null;
            /** @description USD alone. */
            priceCurrencyName?: string | null;
            /** Format: uuid */
            productId?: string | null;
            /** Format: uuid */
            projectId?: string | null;
            status: (0 | 1 | 2) | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A product to attach. */
        ProjectProductInput: {
            /** @description What it costs us. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName?: string | null;
            details?: string | null;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number | null;
            /** @description USD alone. */
            priceCurrencyName?: string | null;
            /** Format: uuid */
            productId: string;
            /** Format: uuid */
            projectId: string;
            status: (0 | 1 | 2) | null;
        };
        /** @description What a company shows of a project. */
        ProjectRef: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            name: string;
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
        };
        /** @description A subscription that is attached to a project, in its current period. */
        ProjectSubscription: {
            /** @description Gets a next period when it ends. */
            autoRenew: boolean;
            /** @description Why it was canceled, or ends with its period. */
            cancelationReason: string | null;
            /** @description Taken from the catalogue when attached and at each renewal. Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /**
             * Format: date-time
             * @description End of the current period; not before its beginning, and a day later at least when it renews.
             */
            endAt: string;
            /** Format: uuid */
            id: string;
            /** @description Ended before its time, for good. */
            isCanceled: boolean;
            /** @description Days before the end by which it must be canceled. Null takes those of the catalogue. */
            noticeDays: number | null;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /** @description A price for later; null without one. */
            planned: components["schemas"]["PlannedPrice"] | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
            /** @description USD alone. */
            priceCurrencyName: string;
            /** Format: uuid */
            projectId: string;
            /**
             * Format: date-time
             * @description Of one that was renewed ahead: the start of the period that counts until the current one begins. Else null.
             */
            runsFrom: string | null;
            /**
             * Format: date-time
             * @description Beginning of the current period.
             */
            startAt: string;
            subscription: components["schemas"]["AttachedItem"];
            /** Format: uuid */
            subscriptionId: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of an attached subscription. */
        ProjectSubscriptionEdit: {
            /** @description Gets a next period when it ends. A POST may leave it out: then it is false. */
            autoRenew: boolean | null;
            details?: string | null;
            /**
             * Format: date-time
             * @description End of the current period; not before its beginning, and a day later at least when it renews.
             */
            endAt: string | null;
            /** Format: uuid */
            id: string;
            noticeDays?: number | null;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number | null;
            /** @description USD alone. */
            priceCurrencyName?: string | null;
            /** Format: uuid */
            projectId?: string | null;
            /**
             * Format: date-time
             * @description Beginning of the current period.
             */
            startAt: string | null;
            /** Format: uuid */
            subscriptionId?: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description A subscription to attach. */
        ProjectSubscriptionInput: {
            /** @description Gets a next period when it ends. A POST may leave it out: then it is false. */
            autoRenew: boolean | null;
            details?: string | null;
            /**
             * Format: date-time
             * @description End of the current period; not before its beginning, and a day later at least when it renews.
             */
            endAt: string | null;
            noticeDays?: number | null;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number | null;
            /** @description USD alone. */
            priceCurrencyName?: string | null;
            /** Format: uuid */
            projectId: string;
            /**
             * Format: date-time
             * @description Beginning of the current period.
             */
            startAt: string | null;
            /** Format: uuid */
            subscriptionId: string;
        };
        /** @description The caller's password. */
        RecentPassword: {
            /** @description Not needed in the first ten minutes after a sign-in. */
            currentPassword?: string | null;
        };
        /** @description What the subscriptions of a company or category are worth by the month. */
        RecurringGroup: {
            /**
             * Format: uuid
             * @description The id of the company, or the name of the category. Null for all others together.
             */
            id: string | null;
            months: components["schemas"]["RecurringMonth"][];
            name: string;
        };
        /** @description What subscriptions are worth in a month. */
        RecurringMonth: {
            /** @description What they cost a month. Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description How many run. */
            count: number;
            /** @description Monthly price of subscriptions that ended or were canceled. US dollars, with at most two decimals. */
            ended: number;
            /** @description Such as 2026-01. */
            month: string;
            /** @description What subscriptions that run at the end of the month bring a month. In the running month: now. US dollars, with at most two decimals. */
            price: number;
            /** @description By how much the monthly price of running subscriptions changed. US dollars, with at most two decimals. */
            repriced: number;
            /** @description Monthly price of subscriptions that started. US dollars, with at most two decimals. */
            started: number;
        };
        /** @description What subscriptions are worth by the month, and what moved it. */
        RecurringReport: {
            /** @description Empty without By. The largest in the last month first. */
            groups: components["schemas"]["RecurringGroup"][];
            months: components["schemas"]["RecurringMonth"][];
        };
        /** @description A subscription to renew, and what shall be other than by the rule. */
        RenewInput: {
            /**
             * Format: date-time
             * @description By the rule of renewals without it: as many months, or else days.
             */
            endAt?: string | null;
            /** Format: uuid */
            id: string;
            /** @description The planned price without it, or else today's. US dollars, with at most two decimals. */
            price?: number | null;
            /** Format: uuid */
            projectId?: string | null;
            /**
             * Format: date-time
             * @description Not before the end of the period that is there. By the rule of renewals without it.
             */
            startAt?: string | null;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version?: number | null;
        };
        /** @description How a person gets reports by mail. */
        ReportSettings: {
            /** @description Reports by mail: off, weekly (on Mondays, of the week before) or monthly (on the first day, of the month before), at the hour and in the time zone of the notification settings. */
            email: string;
        };
        /** @description New settings of reports. */
        ReportSettingsInput: {
            /** @description off, weekly or monthly. */
            email?: string | null;
        };
        /** @description A new password, by the token of a mailed link. */
        ResetPasswordInput: {
            confirmNewPassword?: string;
            /** Format: email */
            email: string;
            /** @description True ends the user's calendar address. Otherwise it stays. */
            endCalendar?: boolean | null;
            /** @description True removes all keys of the user. Otherwise they stay. */
            endKeys?: boolean | null;
            newPassword: string;
            /** @description From the mailed link. */
            token: string;
        };
        /** @description Who forgot a password. */
        ResetRequestInput: {
            /** Format: email */
            email: string;
        };
        /** @description A person who answers for a project. */
        Responsible: {
            displayName: string;
            /** Format: email */
            email: string;
            /**
             * @description Decides what the moderator may do. 0 None, 1 Owner, 2 Manager, 3 Support, 4 Developer, 5 Designer.
             * @enum {integer}
             */
            role: 0 | 1 | 2 | 3 | 4 | 5;
        };
        /** @description A note that was just written. */
        SavedNote: {
            /** @description Null if the program wrote it. */
            author: components["schemas"]["UserRef"] | null;
            /**
             * Format: uuid
             * @description The company that the record belongs to, or is. Null in the catalogues.
             */
            companyId: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the text was last changed.
             */
            editedAt: string | null;
            /** @description The kind of record that it is about: company, project, projectProduct, projectSubscription, product or subscription. */
            entity: string;
            /** Format: uuid */
            entityId: string;
            entityName: string;
            /** Format: uuid */
            id: string;
            isPinned: boolean;
            /** @description Those who are mentioned and may see the record. */
            mentions: components["schemas"]["UserRef"][];
            /** @description Addresses behind an @, as they were written, whose people were not told: nobody has the address, or they may not see the record. */
            notTold: string[];
            /**
             * Format: uuid
             * @description The project that the record belongs to, or is.
             */
            projectId: string | null;
            /** @description Plain, with line breaks. A person is mentioned by @ and the e-mail address. */
            text: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A view that somebody saved of a list. */
        SavedView: {
            /** Format: uuid */
            id: string;
            /** @description The caller's list begins with it. Each person has one default for each list at most. */
            isDefault: boolean;
            /** @description The caller saved it. */
            isOwn: boolean;
            /** @description Everyone sees it. Administrators alone share views and change shared ones. */
            isShared: boolean;
            /** @description company, project, product, subscription, user, projectSubscription, projectProduct, change or notification. */
            list: string;
            name: string;
            /** @description The query string of the list's call, as it was sent. It is kept and not looked at. */
            query: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a view. */
        SavedViewEdit: {
            /** Format: uuid */
            id: string;
            /** @description Takes the place of the caller's default view of the list. */
            isDefault?: boolean | null;
            /** @description For administrators: everyone sees it. */
            isShared?: boolean | null;
            /** @description It can not be changed. */
            list?: string | null;
            name: string;
            /** @description The query string of the list's call. */
            query?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A view to save. */
        SavedViewInput: {
            /** @description Takes the place of the caller's default view of the list. */
            isDefault?: boolean | null;
            /** @description For administrators: everyone sees it. */
            isShared?: boolean | null;
            /** @description The list that it is a view of. */
            list: string;
            name: string;
            /** @description The query string of the list's call. */
            query?: string;
        };
        /** @description How many of a kind were found. */
        SearchCount: {
            count: number;
            /** @description As of a hit. */
            kind: string;
        };
        /** @description Something that was found. */
        SearchHit: {
            /** @description Of a project and a project subscription: the company that it belongs to. */
            companyName: string | null;
            /** @description Of a user: the e-mail address. */
            id: string;
            /** @description Of a user: they can not sign in. */
            isDisabled: boolean;
            /** @description company, project, projectSubscription, product, subscription, user or note. */
            kind: string;
            name: string;
            /** @description Of a note: where it is. Its name is the beginning of its text, its parent the record. */
            note?: components["schemas"]["NotePlace"] | null;
            /**
             * Format: uuid
             * @description Of a project subscription: its project.
             */
            parentId: string | null;
            /** @description Of a project: its company. Of a project subscription: its project. Of an item of a catalogue: its category. */
            parentName: string | null;
        };
        /** @description A few things of each kind that were found. */
        SearchHits: {
            /** @description How many there are of each kind in all: as many as its list finds. Project subscriptions are counted up to 1000. */
            counts: components["schemas"]["SearchCount"][];
            data: components["schemas"]["SearchHit"][];
        };
        /** @description A sign-in that waits for a second factor. */
        SecondFactorAsked: {
            secondFactor: components["schemas"]["SignInTicket"];
        };
        /** @description The second factor of a sign-in. */
        SecondFactorInput: {
            /** @description Six digits of the app, or a recovery code. */
            code?: string | null;
            /** @description For the method passkey: the browser's PublicKeyCredential, by its toJSON. */
            credential?: {
                [key: string]: unknown;
            } | null;
            method: string;
            ticket: string;
        };
        /** @description Which second factors the caller has. */
        SecondFactorStatus: {
            /** @description How many there are. */
            passkeys: number;
            /** @description How many are left. */
            recoveryCodes: number;
            /** @description The operator asks the caller for a second factor. Without one nothing but setting it up is allowed. */
            required: boolean;
            /** @description The name of the provider of single sign-on whose account signs the caller in. Null if there is none. */
            signOn: string | null;
            totp: boolean;
        };
        /** @description A sign-in, a failure, or a change of how somebody signs in or what they may do. */
        SecurityEvent: {
            /** @description The network address it came from; empty for the command line. */
            address: string;
            /** @description The browser or program, as it names itself. */
            agent: string;
            /** Format: date-time */
            at: string;
            details: string;
            /** @description Missing in events of earlier versions, and where there are no details. */
            detailsText?: components["schemas"]["Text"];
            /**
             * Format: email
             * @description Whom it is about. That of a failed sign-in is as it was sent: perhaps nobody has it.
             */
            email: string;
            /** Format: uuid */
            id: string;
            kind: string;
        };
        /** @description A sign-in that has not ended. */
        Session: {
            /** @description The network address of the sign-in. */
            address: string;
            /** @description The browser or program, as it names itself. */
            agent: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description The one that this request belongs to. */
            current: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Up to a minute old.
             */
            lastUsedAt: string;
        };
        /** @description The first administrator, by the code that the server printed. */
        SetupInput: {
            /** @description From the address that the server printed when it started. */
            code: string;
            displayName: string;
            /** Format: email */
            email: string;
            password: string;
        };
        /** @description Whether the first administrator is still to be made. */
        SetupState: {
            /** @description True while nobody can sign in as administrator. */
            needed: boolean;
        };
        /** @description How one can sign in here. */
        SignInMethods: {
            /** @description Passkeys can be used at the address of this server. */
            passkeys: boolean;
        };
        /** @description What finishes a sign-in, and how. */
        SignInTicket: {
            methods: string[];
            /** @description Works for five minutes and five tries. */
            ticket: string;
        };
        /** @description The session has ended. */
        SignedOut: {
            /** @description The page on which to sign out at the provider of single sign-on too, if the session began there. */
            providerSignOut?: string | null;
            /** @description Always success: a failure is a status. */
            result: string;
        };
        /** @description A notification to hide for some time. */
        SnoozeInput: {
            /** Format: uuid */
            notificationId: string;
            /**
             * Format: date-time
             * @description When it comes back as new.
             */
            until: string | null;
        };
        /** @description The figures of the dashboard, within what the caller may see. */
        Statistics: {
            /** @description Null for moderators. */
            adminUsers: number | null;
            /** @description Null for moderators. */
            allUsers: number | null;
            companies: number;
            /** @description USD alone. */
            currencyName: string;
            productCategories: number;
            products: number;
            projects: number;
            /** @description Null where cost is hidden. US dollars, with at most two decimals. */
            projectsProductsCost: number | null;
            /** @description US dollars, with at most two decimals. */
            projectsProductsPrice: number;
            /** @description Null where cost is hidden. US dollars, with at most two decimals. */
            projectsSubscriptionsCost: number | null;
            /** @description US dollars, with at most two decimals. */
            projectsSubscriptionsPrice: number;
            subscriptionCategories: number;
            subscriptions: number;
            subscriptionsEndingInTwoWeeks: number;
        };
        /** @description How many projects' products have a status. */
        StatusCount: {
            count: number;
            /**
             * @description 0 WaitingConfirm, 1 InProgress, 2 Delivered.
             * @enum {integer}
             */
            status: 0 | 1 | 2;
        };
        /** @description A subscription of the catalogue. */
        Subscription: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            /** @description Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /** Format: uuid */
            id: string;
            /** @description Marked removed: it waits until nothing depends on it. */
            isRemoved: boolean;
            name: string;
            /** @description Days before its end by which a subscription of a project must be canceled, unless that has its own. */
            noticeDays: number | null;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /**
             * Format: date-time
             * @description When it was marked removed.
             */
            removedAt: string | null;
            /**
             * @description 0 available, 1 temporarilyUnavailable, 2 deprecated.
             * @enum {integer}
             */
            status: 0 | 1 | 2;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A subscription that is attached to a project, with its value and its periods. */
        SubscriptionDetails: {
            /** @description Gets a next period when it ends. */
            autoRenew: boolean;
            /**
             * Format: date-time
             * @description The last day on which to cancel: the end less the notice. Null without a notice period.
             */
            cancelBy: string | null;
            /** @description Why it was canceled, or ends with its period. */
            cancelationReason: string | null;
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @description Taken from the catalogue when attached and at each renewal. Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            details: string | null;
            /**
             * Format: date-time
             * @description End of the current period; not before its beginning, and a day later at least when it renews.
             */
            endAt: string;
            /** Format: uuid */
            id: string;
            /** @description Ended before its time, for good. */
            isCanceled: boolean;
            /** @description The monthly price less the monthly cost. Null for those who may not see cost. US dollars, with at most two decimals. */
            margin: number | null;
            /** @description The cost in a month; 0 when it is not running. Null for those who may not see cost. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description The price in a month; 0 when it is not running. US dollars, with at most two decimals. */
            monthlyPrice: number;
            /** @description Days before the end by which it must be canceled. Null takes those of the catalogue. */
            noticeDays: number | null;
            /** @description The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see. */
            own: {
                [key: string]: string | number | boolean;
            };
            /** @description The current period first, then the earlier ones backwards. */
            periods: components["schemas"]["SubscriptionPeriod"][];
            /** @description A price for later; null without one. */
            planned: components["schemas"]["PlannedPrice"] | null;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
            /** @description USD alone. */
            priceCurrencyName: string;
            /** Format: uuid */
            projectId: string;
            projectName: string;
            /** @description Owners and Managers of the project, or else of its company. */
            responsible: components["schemas"]["Responsible"][];
            /**
             * Format: date-time
             * @description Of one that was renewed ahead: the start of the period that counts until the current one begins. Else null.
             */
            runsFrom: string | null;
            /**
             * Format: date-time
             * @description Beginning of the current period.
             */
            startAt: string;
            /** @description notStarted, active, renews, ended or canceled. */
            state: string;
            subscription: components["schemas"]["AttachedItem"];
            /** Format: uuid */
            subscriptionId: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description The new state of a subscription. */
        SubscriptionEdit: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            /** @description What it costs us. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName?: string | null;
            details?: string | null;
            /** Format: uuid */
            id: string;
            name: string;
            noticeDays?: number | null;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            status: (0 | 1 | 2) | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description SubscriptionEdit, inside data. */
        SubscriptionEditWrapped: {
            data: components["schemas"]["SubscriptionEdit"];
        };
        /** @description A subscription to add. */
        SubscriptionInput: {
            /** @description Name of its category, which must exist. */
            categoryName: string;
            /** @description What it costs us. US dollars, with at most two decimals. */
            cost: number | null;
            /** @description USD alone. */
            costCurrencyName?: string | null;
            details?: string | null;
            name: string;
            noticeDays?: number | null;
            /** @description Own fields by their keys. One that is absent stays as it is, null clears it. */
            own?: {
                [key: string]: string | number | boolean | null;
            } | null;
            status: (0 | 1 | 2) | null;
        };
        /** @description One period of a subscription. */
        SubscriptionPeriod: {
            /** @description The cost that it has, or ended with. Null for those who may not see cost. US dollars, with at most two decimals. */
            cost: number | null;
            /**
             * Format: date-time
             * @description End of the period.
             */
            endAt: string;
            /** @description The price that it has, or ended with. US dollars, with at most two decimals. */
            price: number;
            /**
             * Format: date-time
             * @description Beginning of the period.
             */
            startAt: string;
        };
        /** @description Sums over all pages of a list of subscriptions. */
        SubscriptionTotals: {
            /** @description Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            cost: number | null;
            count: number;
            /** @description Null for those who may see no cost; else of what they may see. US dollars, with at most two decimals. */
            monthlyCost: number | null;
            /** @description US dollars, with at most two decimals. */
            monthlyPrice: number;
            /** @description What the customer pays. US dollars, with at most two decimals. */
            price: number;
        };
        /** @description The figures of a period beside those of another one. */
        Summary: {
            compared: components["schemas"]["ComparedPeriod"];
            figures: components["schemas"]["SummaryFigure"][];
            /** @description The first month, such as 2026-07. */
            from: string;
            /** @description The ten companies whose monthly price changed most, up or down, between the ends of both periods, by the size of the change. */
            movers: components["schemas"]["Mover"][];
            /** @description The last month. */
            to: string;
        };
        /** @description A figure in both periods. */
        SummaryFigure: {
            /** @description The same in the compared period. US dollars, with at most two decimals. */
            before: number | null;
            /** @description At the ends of the periods: monthlyPrice, monthlyCost, margin (all a month), marginPercent (a tenth), running (subscriptions), customers (companies with a running subscription). Over the periods: started, ended, repriced (amounts of monthly price), oneOff (price of the products that were added). */
            name: string;
            /** @description Null where cost is hidden, and for a percentage of nothing. US dollars, with at most two decimals. */
            value: number | null;
        };
        /** @description A sentence for people: its key, and the values in it. */
        Text: {
            /** @description Sentences within it, one after the other. */
            inner?: components["schemas"]["Text"][];
            /** @description Stable: it stays when the words of the sentence change. */
            key: string;
            /** @description The values in the sentence, by their names. One that is called day, or ends in Day, is a day such as 2006-01-02; label is the English name of a field. */
            params?: {
                [key: string]: string;
            };
        };
        /** @description A code of an authenticator app. */
        TotpCode: {
            /** @description Six digits. */
            code: string;
        };
        /** @description What an authenticator app needs. */
        TotpSecret: {
            /** @description The uri as a QR code: path data of an SVG, one unit a module, without quiet zone. */
            qr: string;
            /** @description To type into an app. */
            secret: string;
            uri: string;
        };
        /** @description What to take back: one change by seq, or a batch by batchId. */
        UndoInput: {
            /**
             * Format: uuid
             * @description All changes of a batch, or none of them.
             */
            batchId?: string | null;
            /** @description Overwrites what later changes did to the same fields. */
            force?: boolean | null;
            /** @description The number of one change. */
            seq?: number | null;
        };
        /** @description Whether the caller may take a change back. */
        UndoState: {
            allowed: boolean;
            /** @description Why not. */
            reason: string | null;
            reasonText?: components["schemas"]["Text"];
        };
        /** @description The changes that an undo made. */
        Undone: {
            /**
             * Format: uuid
             * @description Of the new changes, which can be taken back in turn.
             */
            batchId: string;
            /** @description The numbers of the new changes. */
            seqs: number[];
        };
        /** @description A user. */
        User: {
            address: components["schemas"]["Address"] | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * @description Why the user may not sign in. 0 None, 1 AdminRemoval, 2 UserRequestedDisable.
             * @enum {integer}
             */
            disableReason: 0 | 1 | 2;
            displayName: string;
            /** Format: email */
            email: string;
            firstName: string | null;
            /**
             * @description 0 None, 1 Male, 2 Female.
             * @enum {integer}
             */
            gender: 0 | 1 | 2;
            /** @description False until an invitation was followed. */
            hasPassword: boolean;
            /** @description Signs in with an authenticator app or a passkey besides the password. */
            hasSecondFactor: boolean;
            /** @description Has signed in with an account at the provider of single sign-on, and may again. */
            hasSignOn: boolean;
            /** @description May do everything. */
            isAdmin: boolean;
            /** @description Name, address, phone and photo were replaced by a pseudonym, for good. */
            isErased: boolean;
            lastName: string | null;
            /**
             * Format: date-time
             * @description In lists: when a session was last used, to the minute. Absent for somebody who never signed in, or whose sessions were cleaned up since.
             */
            lastSeenAt?: string | null;
            phoneNumber: string | null;
            /**
             * Format: uri-reference
             * @description Address of the photo on this server, or null. Set by the photo calls alone.
             */
            photoUrl: string | null;
            /**
             * @description 0 Enabled, 1 Disabled.
             * @enum {integer}
             */
            status: 0 | 1;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A user's address; none removes it. */
        UserAddress: {
            address?: components["schemas"]["AddressInput"] | null;
            /** Format: email */
            email: string;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description The new state of a user, who is found by their e-mail address. */
        UserEdit: {
            address?: components["schemas"]["AddressInput"] | null;
            displayName: string;
            /** Format: email */
            email: string;
            firstName?: string | null;
            gender: (0 | 1 | 2) | null;
            lastName?: string | null;
            phoneNumber?: string | null;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A user to add. */
        UserInput: {
            address?: components["schemas"]["AddressInput"] | null;
            displayName: string;
            /** Format: email */
            email: string;
            firstName?: string | null;
            gender: (0 | 1 | 2) | null;
            lastName?: string | null;
            phoneNumber?: string | null;
        };
        /** @description What a picker shows of a user. */
        UserRef: {
            displayName: string;
            /** Format: email */
            email: string;
        };
        /** @description How a change came by: by a key, an import, a bulk action, an undo, or a group at single sign-on. */
        Via: {
            kind: string;
            name: string;
        };
        /** @description How many notifications were marked viewed. */
        ViewedAll: {
            /** @description How many notifications were new until now. */
            viewed: number;
        };
        /** @description An address that is told of changes. */
        Webhook: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description Which changes: an entity and an action of the history with a dot between them, such as projectSubscription.cancel, or company.* for all actions. */
            events: string[];
            /**
             * Format: date-time
             * @description When the first delivery failed since the last one that arrived; null while deliveries arrive.
             */
            failingSince: string | null;
            /** Format: uuid */
            id: string;
            /** @description While it is false nothing is queued or sent. */
            isEnabled: boolean;
            /** @description Why the program switched it off; null if it did not. */
            offReason: string | null;
            offReasonText?: components["schemas"]["Text"];
            /** @description Who saved it last. A delivery shows what this person may see when it is sent. */
            owner: components["schemas"]["UserRef"];
            /** @description Where deliveries are posted to. */
            url: string;
            /** @description Grows with every change. An edit based on any other version is refused with 409. */
            version: number;
        };
        /** @description A change on its way to a webhook, or at its end. */
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description Of the change.
             */
            at: string;
            attempts: number;
            /** @description Why the last attempt failed; null if it did not. */
            error: string | null;
            errorText?: components["schemas"]["Text"];
            event: string;
            /**
             * Format: uuid
             * @description The webhook-id of the request, the same at each attempt.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it is tried next; null when it has ended.
             */
            nextAt: string | null;
            /** @description The number of the last answer; null without one. */
            status: number | null;
        };
        /** @description The new state of a webhook. */
        WebhookEdit: {
            /** @description Which changes, at least one pattern such as company.* or projectSubscription.cancel. */
            events: string[] | null;
            /** Format: uuid */
            id: string;
            /** @description False ends the deliveries that wait. */
            isEnabled?: boolean | null;
            url: string;
            /** @description The version the edit is based on; any other than the stored one is refused with 409. */
            version?: number | null;
        };
        /** @description A webhook to make. */
        WebhookInput: {
            /** @description Which changes, at least one pattern such as company.* or projectSubscription.cancel. */
            events: string[] | null;
            /** @description True unless it is sent. */
            isEnabled?: boolean | null;
            url: string;
        };
        /** @description Subscriptions that end in a week. */
        WeekCount: {
            count: number;
            /**
             * Format: date
             * @description A Monday, as 2006-01-02.
             */
            weekStart: string;
        };
    };
    responses: {
        /** @description The caller may see it, but not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & Record<string, never>;
            };
        };
        /** @description The server did not answer in time. */
        GatewayTimeout: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The disk of the server is full. */
        InsufficientStorage: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A defect of the server; its log knows it by the traceId. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing, or it is not the caller's to see. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large. */
        RequestEntityTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body came too slowly. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database is busy or away; wait and try again. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many attempts, or too much at once; wait and try again. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No token, one that no longer counts, or a wrong sign-in. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of a type this operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The client's time. Accepted, never required, and decides nothing.
         * @example 2026-11-15T09:30:00Z
         */
        DateTimeISO: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The number of the change that was made, which the hub's Changed event carries as seq. Absent when nothing changed.
         * @example 4711
         */
        ChangeSeq: number;
        /**
         * @description Names the file.
         * @example attachment; filename="companies.csv"
         */
        ContentDisposition: string;
        /**
         * @description Where to go on.
         * @example /btracker/login?signOn=done
         */
        Location: string;
        /** @description Where the page stands among all, as JSON. */
        Pagination: {
            /**
             * @example {
             *       "totalItems": 1,
             *       "totalPages": 1,
             *       "currentPage": 1,
             *       "itemsPerPage": 25
             *     }
             */
            "application/json": components["schemas"]["Pagination"];
        };
        /**
         * @description Seconds to wait.
         * @example 2
         */
        RetryAfter: number;
        /**
         * @description Bearer; with error="invalid_token" when a token was presented that is expired, revoked or forged.
         * @example Bearer error="invalid_token"
         */
        WWWAuthenticate: string;
        /**
         * @description Identifies this request in the server's log.
         * @example 019a84096c007c3e9a412f6f0d5b8e10
         */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listUsers: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("displayName" | "email" | "createdAt") | ("displayName" | "email" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description Leave out everyone who is not an administrator. It narrows the lists of administrators. */
                AdminsOnly?: boolean;
                /** @description Leave out everyone but those who were invited and have neither set a password nor signed in by single sign-on. It narrows the lists of administrators. */
                Invited?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "email": "grace@example.com",
                     *         "displayName": "Grace Hopper",
                     *         "gender": 2,
                     *         "firstName": "Grace",
                     *         "lastName": "Hopper",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "address": {
                     *           "country": "Portugal",
                     *           "provinceState": "Lisboa",
                     *           "city": "Lisbon",
                     *           "street": "Rua Augusta",
                     *           "building": "24",
                     *           "postalZipCode": "1100-053"
                     *         },
                     *         "isAdmin": false,
                     *         "photoUrl": null,
                     *         "status": 0,
                     *         "disableReason": 0,
                     *         "hasPassword": true,
                     *         "hasSecondFactor": false,
                     *         "hasSignOn": false,
                     *         "isErased": false,
                     *         "createdAt": "2026-03-02T09:30:00Z",
                     *         "version": 2
                     *       }
                     *     ]
                     */
                    "application/json": (components["schemas"]["User"] | components["schemas"]["UserRef"])[];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Grace Hopper",
                 *       "email": "grace@example.com",
                 *       "firstName": "Grace",
                 *       "gender": 2,
                 *       "lastName": "Hopper",
                 *       "phoneNumber": "+1 555 010 7788",
                 *       "version": 2
                 *     }
                 */
                "application/json": components["schemas"]["UserEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": {
                 *         "building": "24",
                 *         "city": "Lisbon",
                 *         "country": "Portugal",
                 *         "postalZipCode": "1100-053",
                 *         "provinceState": "Lisboa",
                 *         "street": "Rua Augusta"
                 *       },
                 *       "displayName": "Grace Hopper",
                 *       "email": "grace@example.com",
                 *       "firstName": "Grace",
                 *       "gender": 2,
                 *       "lastName": "Hopper",
                 *       "phoneNumber": "+1 555 010 7788"
                 *     }
                 */
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setUserAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": {
                 *         "building": "24",
                 *         "city": "Lisbon",
                 *         "country": "Portugal",
                 *         "postalZipCode": "1100-053",
                 *         "provinceState": "Lisboa",
                 *         "street": "Rua Augusta"
                 *       },
                 *       "email": "grace@example.com",
                 *       "version": 4
                 *     }
                 */
                "application/json": components["schemas"]["UserAddress"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setAdministrator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "isAdmin": true
                 *     }
                 */
                "application/json": components["schemas"]["AdministratorInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    registerAdmin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": {
                 *         "building": "24",
                 *         "city": "Lisbon",
                 *         "country": "Portugal",
                 *         "postalZipCode": "1100-053",
                 *         "provinceState": "Lisboa",
                 *         "street": "Rua Augusta"
                 *       },
                 *       "displayName": "Grace Hopper",
                 *       "email": "grace@example.com",
                 *       "firstName": "Grace",
                 *       "gender": 2,
                 *       "lastName": "Hopper",
                 *       "password": "Compiler-1952",
                 *       "phoneNumber": "+1 555 010 7788"
                 *     }
                 */
                "application/json": components["schemas"]["AdminInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    disableUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "reason": 1
                 *     }
                 */
                "application/json": components["schemas"]["DisableInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    enableUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "erased-0123456789abcdef@erased.invalid",
                     *       "displayName": "erased-0123456789abcdef",
                     *       "gender": 0,
                     *       "firstName": null,
                     *       "lastName": null,
                     *       "phoneNumber": null,
                     *       "address": null,
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 1,
                     *       "disableReason": 0,
                     *       "hasPassword": false,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": true,
                     *       "createdAt": "2026-11-15T09:30:00Z",
                     *       "version": 3,
                     *       "leftToDo": [
                     *         "backups",
                     *         "files"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedUser"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("displayName" | "email" | "createdAt") | ("displayName" | "email" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("email" | "displayName" | "firstName" | "lastName" | "phoneNumber" | "isAdmin" | "status" | "createdAt" | "gender" | "disableReason" | "hasPassword" | "lastSeenAt" | "address.country" | "address.provinceState" | "address.city" | "address.street" | "address.building" | "address.postalZipCode" | "version")[];
                /** @description Leave out everyone who is not an administrator. It narrows the lists of administrators. */
                AdminsOnly?: boolean;
                /** @description Leave out everyone but those who were invited and have neither set a password nor signed in by single sign-on. It narrows the lists of administrators. */
                Invited?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Email,Display Name,First Name,Last Name,Phone Number,Administrator,Enabled,Created At
                     *     grace@example.com,Grace Hopper,Grace,Hopper,+1 555 010 7788,false,true,2026-03-02T09:30:00Z
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeFactors: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    signOutUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description E-mail address of the user.
                 * @example grace@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getPersonData: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description E-mail address of the user.
                 * @example grace@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-15T09:30:00Z",
                     *       "profile": {
                     *         "email": "grace@example.com",
                     *         "displayName": "Grace Hopper",
                     *         "gender": 0,
                     *         "firstName": null,
                     *         "lastName": null,
                     *         "phoneNumber": null,
                     *         "address": null,
                     *         "isAdmin": false,
                     *         "photoUrl": null,
                     *         "status": 0,
                     *         "disableReason": 0,
                     *         "hasPassword": true,
                     *         "hasSecondFactor": false,
                     *         "hasSignOn": false,
                     *         "isErased": false,
                     *         "createdAt": "2026-11-15T09:30:00Z",
                     *         "version": 2
                     *       },
                     *       "access": [],
                     *       "records": [
                     *         {
                     *           "table": "calendar_feed",
                     *           "rows": [
                     *             {
                     *               "createdAt": "2026-11-15T09:30:00Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "changesBy": [],
                     *       "changesOf": []
                     *     }
                     */
                    "application/json": components["schemas"]["PersonData"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setUserPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description E-mail address of the user.
                 * @example grace@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        /** @description The image. */
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not of a type this operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeUserPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description E-mail address of the user.
                 * @example grace@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description E-mail address of the user.
                 * @example grace@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a840a-1f50-7b13-8e4a-90c2d6f7a398",
                     *         "createdAt": "2026-11-14T09:30:00Z",
                     *         "lastUsedAt": "2026-11-16T09:30:00Z",
                     *         "address": "192.0.2.7",
                     *         "agent": "Mozilla/5.0 (X11; Linux x86_64)",
                     *         "current": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Session"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAccess: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description company or project: lists who has a right on it. */
                Entity?: string;
                /** @description Its id. */
                EntityId?: string;
                /** @description The e-mail address of a user, instead of Entity: lists what the user has a right on. */
                User?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "email": "grace@example.com",
                     *         "displayName": "Grace Hopper",
                     *         "role": 4,
                     *         "from": "project",
                     *         "group": null,
                     *         "permissions": [
                     *           "see",
                     *           "setProductStatus"
                     *         ],
                     *         "entity": "project",
                     *         "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "name": "Web shop",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccessEntry"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-03-02T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarState"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    newCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://tracker.example/calendar/q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk.ics"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarAddress"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    endCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirmNewPassword": "Analytical-1843",
                 *       "currentPassword": "Lovelace-1815",
                 *       "newPassword": "Analytical-1843"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a840a-1f50-7b13-8e4a-90c2d6f7a3c1",
                     *         "name": "Nightly report",
                     *         "scope": "read",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders",
                     *         "createdAt": "2026-11-14T09:30:00Z",
                     *         "expiresAt": "2026-12-31T09:30:00Z",
                     *         "lastUsedAt": "2026-11-16T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Key"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "currentPassword": "Correct-Horse-1",
                 *       "expiresAt": "2026-12-31T09:30:00Z",
                 *       "name": "Nightly report",
                 *       "scope": "read"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a840a-1f50-7b13-8e4a-90c2d6f7a3c1",
                     *       "name": "Nightly report",
                     *       "scope": "read",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": "Northwind Traders",
                     *       "createdAt": "2026-11-14T09:30:00Z",
                     *       "expiresAt": "2026-12-31T09:30:00Z",
                     *       "lastUsedAt": null,
                     *       "key": "btk_{26 random characters and 7 of a checksum}"
                     *     }
                     */
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setLanguage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "de"
                 *     }
                 */
                "application/json": components["schemas"]["LanguageInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passkeys": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "Lovelace-1815"
                 *     }
                 */
                "application/json": components["schemas"]["LoginInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false,
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"] | components["schemas"]["SecondFactorAsked"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, one that no longer counts, or a wrong sign-in. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    loginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": {
                 *         "clientExtensionResults": {},
                 *         "id": "dGhlIGlkIG9mIGEgcGFzc2tleQ",
                 *         "rawId": "dGhlIGlkIG9mIGEgcGFzc2tleQ",
                 *         "response": {},
                 *         "type": "public-key"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false,
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, one that no longer counts, or a wrong sign-in. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    askPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ticket": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyRequest"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publicKey": {
                     *         "challenge": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk",
                     *         "rpId": "tracker.example",
                     *         "timeout": 300000,
                     *         "userVerification": "required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, one that no longer counts, or a wrong sign-in. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    loginSecond: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "287082",
                 *       "method": "totp",
                 *       "ticket": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk"
                 *     }
                 */
                "application/json": components["schemas"]["SecondFactorInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false,
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, one that no longer counts, or a wrong sign-in. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "remindDays": [
                     *         14
                     *       ],
                     *       "email": "off",
                     *       "hour": 8,
                     *       "timeZone": "UTC",
                     *       "kinds": {
                     *         "endsSoon": true,
                     *         "ended": true,
                     *         "renewed": true,
                     *         "canceled": true,
                     *         "mention": true
                     *       },
                     *       "onlyResponsible": false
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "daily",
                 *       "hour": 7,
                 *       "kinds": {
                 *         "renewed": false
                 *       },
                 *       "onlyResponsible": true,
                 *       "remindDays": [
                 *         30,
                 *         7,
                 *         0
                 *       ],
                 *       "timeZone": "Europe/Lisbon"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationSettingsInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "remindDays": [
                     *         14
                     *       ],
                     *       "email": "off",
                     *       "hour": 8,
                     *       "timeZone": "UTC",
                     *       "kinds": {
                     *         "endsSoon": true,
                     *         "ended": true,
                     *         "renewed": true,
                     *         "canceled": true,
                     *         "mention": true
                     *       },
                     *       "onlyResponsible": false
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    unlinkSignOn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Analytical-1843"
                 *     }
                 */
                "application/json": components["schemas"]["RecentPassword"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    answerSignOn: {
        parameters: {
            query?: {
                /** @description Of the attempt. */
                state?: string;
                /** @description Which finishSignOn exchanges. */
                code?: string;
                /** @description The provider. */
                iss?: string;
                /** @description Instead of a code. */
                error?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to another address. */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    finishSignOn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false,
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"] | components["schemas"]["SecondFactorAsked"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No token, one that no longer counts, or a wrong sign-in. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description The database is busy or away; wait and try again. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    startSignOn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The browser goes on to another address. */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "name": "Laptop",
                     *         "createdAt": "2026-03-02T09:30:00Z",
                     *         "lastUsedAt": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Passkey"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "name": "Phone"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "Laptop",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "lastUsedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": {
                 *         "clientExtensionResults": {},
                 *         "id": "dGhlIGlkIG9mIGEgcGFzc2tleQ",
                 *         "rawId": "dGhlIGlkIG9mIGEgcGFzc2tleQ",
                 *         "response": {},
                 *         "type": "public-key"
                 *       },
                 *       "name": "Laptop"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "Laptop",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "lastUsedAt": null,
                     *       "recoveryCodes": []
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyAdded"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Analytical-1843",
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyRemoval"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Analytical-1843"
                 *     }
                 */
                "application/json": components["schemas"]["RecentPassword"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publicKey": {
                     *         "challenge": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk",
                     *         "rpId": "tracker.example",
                     *         "timeout": 300000,
                     *         "userVerification": "required"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setOwnPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The image. */
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not of a type this operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeOwnPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    editProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Ada Lovelace",
                 *       "firstName": "Ada",
                 *       "gender": 2,
                 *       "lastName": "Lovelace",
                 *       "phoneNumber": "+351 21 555 0134",
                 *       "version": 4
                 *     }
                 */
                "application/json": components["schemas"]["ProfileInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setOwnAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "address": {
                 *         "building": "24",
                 *         "city": "Lisbon",
                 *         "country": "Portugal",
                 *         "postalZipCode": "1100-053",
                 *         "provinceState": "Lisboa",
                 *         "street": "Rua Augusta"
                 *       },
                 *       "version": 4
                 *     }
                 */
                "application/json": components["schemas"]["OwnAddress"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "displayName": "Ada Lovelace",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "phoneNumber": "+351 21 555 0134",
                     *       "gender": 2,
                     *       "photoUrl": null,
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": true,
                     *       "isClient": false,
                     *       "language": "en",
                     *       "version": 4,
                     *       "needsSecondFactor": false,
                     *       "noMailServer": false,
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTQ3NzY0MDB9.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getReportSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "off"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSettings"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editReportSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "monthly"
                 *     }
                 */
                "application/json": components["schemas"]["ReportSettingsInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "off"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportSettings"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    requestPassReset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ResetRequestInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    resetPass: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirmNewPassword": "Analytical-1843",
                 *       "email": "ada@example.com",
                 *       "newPassword": "Analytical-1843",
                 *       "token": "q7Xc0vE2mR9tK4yLw8bNfZ1sHdJ6uPaG3iVoT5xCeMk"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "totp": true,
                     *       "passkeys": 1,
                     *       "recoveryCodes": 9,
                     *       "signOn": null,
                     *       "required": false
                     *     }
                     */
                    "application/json": components["schemas"]["SecondFactorStatus"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a840a-1f50-7b13-8e4a-90c2d6f7a398",
                     *         "createdAt": "2026-11-14T09:30:00Z",
                     *         "lastUsedAt": "2026-11-16T09:30:00Z",
                     *         "address": "192.0.2.7",
                     *         "agent": "Mozilla/5.0 (X11; Linux x86_64)",
                     *         "current": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Session"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a840a-1f50-7b13-8e4a-90c2d6f7a398"
                 *     }
                 */
                "application/json": components["schemas"]["EndSessionInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "287082"
                 *     }
                 */
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recoveryCodes": [
                     *         "GEZD-GNBV-GY3T-QOJQ",
                     *         "MFRG-GZDF-MZTW-Q2LK"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NewRecoveryCodes"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Analytical-1843"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordConfirmation"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                     *       "uri": "otpauth://totp/Business%20Tracker:ada@example.com?issuer=Business+Tracker&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                     *       "qr": "M0 0h7v1h-7zM9 0h1v1h-1z"
                     *     }
                     */
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "Analytical-1843"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordConfirmation"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getAuditHead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seq": 812,
                     *       "at": "2026-11-16T09:30:00Z",
                     *       "hash": "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditHead"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    startBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "reprice",
                 *       "ids": [
                 *         "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                 *       ],
                 *       "list": "projectSubscription",
                 *       "params": {
                 *         "percent": 5
                 *       },
                 *       "preview": false
                 *     }
                 */
                "application/json": components["schemas"]["BulkInput"];
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"] | components["schemas"]["BulkPreview"];
                };
            };
            /** @description As it is now. */
            202: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"] | components["schemas"]["BulkPreview"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    stopBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "state": "running",
                     *       "total": 1200,
                     *       "done": 800,
                     *       "refused": 2,
                     *       "batchId": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["Bulk"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the bulk.
                 * @example
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "state": "running",
                     *       "total": 1200,
                     *       "done": 800,
                     *       "refused": 2,
                     *       "batchId": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["Bulk"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Only changes of this kind of entity. */
                Entity?: string;
                /** @description Only changes of this one; a user is named by the e-mail address. */
                EntityId?: string;
                /** @description With EntityId: also changes of what belongs to it, such as a project's items and moderators. */
                Within?: boolean;
                /** @description Only changes by the user with this e-mail address. */
                Actor?: string;
                /** @description Only changes of this kind. */
                Action?: string;
                /** @description Only changes of the field with this name. */
                Field?: string;
                /** @description Only changes of this batch. */
                BatchId?: string;
                /** @description Only changes from this instant on. */
                From?: string;
                /** @description Only changes up to this instant. */
                To?: string;
                /** @description Only the change that removed each record which is still removed and not deleted for good, by a removal or by taking its adding back. Taking that change back restores the record. */
                Removed?: boolean;
                /** @description The newest change of each batch stands for the batch, and pages count it once. BatchId then lists the others. */
                Grouped?: boolean;
                /** @description names: with the names of the company and project of each change. */
                Include?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "seq": 812,
                     *         "at": "2026-11-14T09:30:00Z",
                     *         "actor": {
                     *           "displayName": "Ada Lovelace",
                     *           "email": "ada@example.com"
                     *         },
                     *         "via": null,
                     *         "action": "edit",
                     *         "entity": "projectSubscription",
                     *         "entityId": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *         "entityName": "Managed server",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "batchId": null,
                     *         "fields": [
                     *           {
                     *             "name": "price",
                     *             "label": "Price",
                     *             "before": 27,
                     *             "after": 29.5
                     *           }
                     *         ],
                     *         "undo": {
                     *           "allowed": true,
                     *           "reason": null
                     *         },
                     *         "undoneBy": null,
                     *         "undoes": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Change"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportChanges: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("seq" | "at" | "actor.displayName" | "actor.email" | "via" | "action" | "entity" | "entityId" | "entityName" | "companyId" | "projectId" | "batchId" | "fields" | "undoes" | "undoneBy")[];
                /** @description Only changes of this kind of entity. */
                Entity?: string;
                /** @description Only changes of this one; a user is named by the e-mail address. */
                EntityId?: string;
                /** @description With EntityId: also changes of what belongs to it, such as a project's items and moderators. */
                Within?: boolean;
                /** @description Only changes by the user with this e-mail address. */
                Actor?: string;
                /** @description Only changes of this kind. */
                Action?: string;
                /** @description Only changes of the field with this name. */
                Field?: string;
                /** @description Only changes of this batch. */
                BatchId?: string;
                /** @description Only changes from this instant on. */
                From?: string;
                /** @description Only changes up to this instant. */
                To?: string;
                /** @description Only the change that removed each record which is still removed and not deleted for good, by a removal or by taking its adding back. Taking that change back restores the record. */
                Removed?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Seq,At,Actor,Actor Email,Via,Action,Entity,Entity Id,Entity Name,Company Id,Project Id,Batch Id,Fields,Undoes,Undone By
                     *     812,2026-11-14T09:30:00Z,Ada Lovelace,ada@example.com,,edit,projectSubscription,019a8408-6530-7c88-b1fa-49a6d0c83e65,Managed server,019a8405-6c00-7c3e-9a41-2f6f0d5b8e10,019a8406-1f40-7d52-8b07-5a1c3e9f7021,,Price: 27 -> 29.5,,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    undoChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seq": 812
                 *     }
                 */
                "application/json": components["schemas"]["UndoInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batchId": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "seqs": [
                     *         829
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Undone"];
                };
            };
            /** @description It goes on as a job. */
            202: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "name": "#renewals",
                     *         "kind": "slack",
                     *         "host": "hooks.slack.com",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": null,
                     *         "events": [
                     *           "endsSoon",
                     *           "canceled"
                     *         ],
                     *         "when": "daily",
                     *         "isEnabled": true,
                     *         "owner": {
                     *           "displayName": "Ada Lovelace",
                     *           "email": "ada@example.com"
                     *         },
                     *         "createdAt": "2026-11-14T09:30:00Z",
                     *         "failingSince": null,
                     *         "offReason": null,
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Channel"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "events": [
                 *         "endsSoon",
                 *         "canceled"
                 *       ],
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isEnabled": true,
                 *       "kind": "slack",
                 *       "name": "#renewals",
                 *       "version": 1,
                 *       "when": "daily"
                 *     }
                 */
                "application/json": components["schemas"]["ChannelEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "#renewals",
                     *       "kind": "slack",
                     *       "host": "hooks.slack.com",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": null,
                     *       "events": [
                     *         "endsSoon",
                     *         "canceled"
                     *       ],
                     *       "when": "daily",
                     *       "isEnabled": true,
                     *       "owner": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-14T09:30:00Z",
                     *       "failingSince": null,
                     *       "offReason": null,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "events": [
                 *         "endsSoon",
                 *         "canceled"
                 *       ],
                 *       "isEnabled": true,
                 *       "kind": "slack",
                 *       "name": "#renewals",
                 *       "url": "https://hooks.slack.com/services/T0000/B0000/XXXX",
                 *       "when": "daily"
                 *     }
                 */
                "application/json": components["schemas"]["ChannelInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "#renewals",
                     *       "kind": "slack",
                     *       "host": "hooks.slack.com",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": null,
                     *       "events": [
                     *         "endsSoon",
                     *         "canceled"
                     *       ],
                     *       "when": "daily",
                     *       "isEnabled": true,
                     *       "owner": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-14T09:30:00Z",
                     *       "failingSince": null,
                     *       "offReason": null,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "body": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    reportClientError: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "TypeError",
                 *       "page": "app/projects/:id",
                 *       "stack": "ProjectFacts 3fK9_aQ.js:1:20417\nrenderWithHooks 7dL2_xB.js:8:51930"
                 *     }
                 */
                "application/json": components["schemas"]["ClientErrorInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt") | ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description Only companies that the caller may edit and add projects to. */
                Editable?: boolean;
                /** @description Only companies with details, or only those without. */
                HasDetails?: boolean;
                /** @description Only companies with a support e-mail address, or only those without. */
                HasSupportEmail?: boolean;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or less. */
                MonthlyPriceTo?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or more. */
                MarginFrom?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or less. */
                MarginTo?: number;
                /** @description figures: with what the running subscriptions of each come to, and its owners. */
                Include?: string;
                /** @description With figures: an instant. Each company also has what its subscriptions came to then, as before. */
                ComparedAt?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    /** @description With Include=figures: sums over all pages, as JSON. */
                    Totals?: {
                        /**
                         * @example {
                         *       "count": 1,
                         *       "monthlyPrice": 29.5,
                         *       "monthlyCost": 19
                         *     }
                         */
                        "application/json": components["schemas"]["FigureTotals"];
                    };
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "name": "Northwind Traders",
                     *         "details": "Imports and sells speciality foods.",
                     *         "supportEmail": "help@northwind.example",
                     *         "supportPhone": "+351 21 555 0100",
                     *         "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "createdAt": "2026-01-12T09:30:00Z",
                     *         "version": 3,
                     *         "headAddress": {
                     *           "country": "Portugal",
                     *           "provinceState": "Lisboa",
                     *           "city": "Lisbon",
                     *           "street": "Rua Augusta",
                     *           "building": "24",
                     *           "postalZipCode": "1100-053"
                     *         },
                     *         "own": {
                     *           "vatId": "PT501442600"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Company"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "details": "Imports and sells speciality foods.",
                 *         "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *         "name": "Northwind Traders",
                 *         "own": {
                 *           "vatId": "PT501442600"
                 *         },
                 *         "supportEmail": "help@northwind.example",
                 *         "supportPhone": "+351 21 555 0100",
                 *         "version": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyEditWrapped"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "details": "Imports and sells speciality foods.",
                 *       "name": "Northwind Traders",
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "supportEmail": "help@northwind.example",
                 *       "supportPhone": "+351 21 555 0100"
                 *     }
                 */
                "application/json": components["schemas"]["CompanyInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setCompanyAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": {
                 *         "building": "24",
                 *         "city": "Lisbon",
                 *         "country": "Portugal",
                 *         "postalZipCode": "1100-053",
                 *         "provinceState": "Lisboa",
                 *         "street": "Rua Augusta"
                 *       },
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "version": 3
                 *     }
                 */
                "application/json": components["schemas"]["CompanyAddress"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportCompanies: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt") | ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "name" | "details" | "supportEmail" | "supportPhone" | "createdAt" | "removedAt" | "projects" | "running" | "monthlyPrice" | "monthlyCost" | "margin" | "nextEndAt" | "owners" | "headAddress.country" | "headAddress.provinceState" | "headAddress.city" | "headAddress.street" | "headAddress.building" | "headAddress.postalZipCode" | "version")[];
                /** @description Only companies that the caller may edit and add projects to. */
                Editable?: boolean;
                /** @description Only companies with details, or only those without. */
                HasDetails?: boolean;
                /** @description Only companies with a support e-mail address, or only those without. */
                HasSupportEmail?: boolean;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or less. */
                MonthlyPriceTo?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or more. */
                MarginFrom?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or less. */
                MarginTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Name,Details,Support Email,Support Phone,Created At,Removed At
                     *     019a8405-6c00-7c3e-9a41-2f6f0d5b8e10,Northwind Traders,Imports and sells speciality foods.,help@northwind.example,+351 21 555 0100,2026-01-12T09:30:00Z,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editCompanyModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "details": null,
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "role": 3,
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ModeratorEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "userEmail": "grace@example.com",
                     *       "role": 2,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyModerator"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addCompanyModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "details": "First contact for the web shop.",
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "role": 2,
                 *       "userEmail": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ModeratorInput"];
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "userEmail": "grace@example.com",
                     *       "role": 2,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyModerator"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "userEmail": "grace@example.com",
                     *       "role": 2,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyModerator"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeCompanyModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    restoreCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the company.
                 * @example 019a8405-6c00-7c3e-9a41-2f6f0d5b8e10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCompanyDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the company.
                 * @example 019a8405-6c00-7c3e-9a41-2f6f0d5b8e10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setCompanyPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the company.
                 * @example 019a8405-6c00-7c3e-9a41-2f6f0d5b8e10
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The image. */
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not of a type this operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeCompanyPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the company.
                 * @example 019a8405-6c00-7c3e-9a41-2f6f0d5b8e10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "name": "Northwind Traders",
                     *       "details": "Imports and sells speciality foods.",
                     *       "supportEmail": "help@northwind.example",
                     *       "supportPhone": "+351 21 555 0100",
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-01-12T09:30:00Z",
                     *       "version": 3,
                     *       "headAddress": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "own": {
                     *         "vatId": "PT501442600"
                     *       },
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "projects": [
                     *         {
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "createdAt": "2026-02-03T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getCharts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endingByWeek": [
                     *         {
                     *           "weekStart": "2026-11-16",
                     *           "count": 3
                     *         }
                     *       ],
                     *       "topCompanies": [
                     *         {
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "name": "Northwind Traders",
                     *           "price": 279.49,
                     *           "cost": 199.5
                     *         }
                     *       ],
                     *       "productsByStatus": [
                     *         {
                     *           "status": 1,
                     *           "count": 14
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Charts"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "companies": 40,
                     *       "projects": 120,
                     *       "subscriptionsEndingInTwoWeeks": 7,
                     *       "projectsSubscriptionsCost": 4120.5,
                     *       "projectsSubscriptionsPrice": 5980,
                     *       "projectsProductsCost": 18049.99,
                     *       "projectsProductsPrice": 24500.75,
                     *       "productCategories": 6,
                     *       "products": 24,
                     *       "subscriptionCategories": 5,
                     *       "subscriptions": 18,
                     *       "adminUsers": 2,
                     *       "allUsers": 120,
                     *       "currencyName": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Also documents of what belongs to the record: a company's projects, and their items. */
                Within?: boolean;
                /** @description The kind of record: company, project, projectProduct, projectSubscription, product or subscription. */
                Entity?: string;
                /** @description The record. */
                EntityId?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "entity": "company",
                     *         "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "entityName": "Northwind Traders",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "projectId": null,
                     *         "name": "contract.pdf",
                     *         "details": "Signed by both.",
                     *         "type": "application/pdf",
                     *         "size": 81920,
                     *         "sha256": "9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *         "isConfidential": true,
                     *         "by": {
                     *           "displayName": "Ada Lovelace",
                     *           "email": "ada@example.com"
                     *         },
                     *         "createdAt": "2026-11-16T09:30:00Z",
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Document"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "details": "Signed by both.",
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isConfidential": true,
                 *       "name": "contract.pdf",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["DocumentEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "entity": "company",
                     *       "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "entityName": "Northwind Traders",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "projectId": null,
                     *       "name": "contract.pdf",
                     *       "details": "Signed by both.",
                     *       "type": "application/pdf",
                     *       "size": 81920,
                     *       "sha256": "9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isConfidential": true,
                     *       "by": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addDocument: {
        parameters: {
            query?: {
                /** @description Of the file. Of a path its last part counts. */
                Name?: string;
                /** @description For those who may see the cost of the record. */
                IsConfidential?: boolean;
                /** @description The kind of record: company, project, projectProduct, projectSubscription, product or subscription. */
                Entity?: string;
                /** @description The record. */
                EntityId?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "entity": "company",
                     *       "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "entityName": "Northwind Traders",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "projectId": null,
                     *       "name": "contract.pdf",
                     *       "details": "Signed by both.",
                     *       "type": "application/pdf",
                     *       "size": 81920,
                     *       "sha256": "9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "isConfidential": true,
                     *       "by": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            /** @description The disk of the server is full. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    countDocuments: {
        parameters: {
            query?: {
                /** @description The kind of record: company, project, projectProduct, projectSubscription, product or subscription. */
                Entity?: string;
                /** @description The records, at most 200, with commas between them. */
                EntityIds?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "count": 2
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DocumentCount"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDocumentLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "each": 26214400,
                     *       "all": 5368709120
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentLimits"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDocumentContent: {
        parameters: {
            query?: {
                /** @description Lets a browser show JPEG, PNG, WebP, GIF, PDF and plain text. */
                Inline?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the document.
                 * @example 019a8407-d1d0-7b29-8d55-e2935f017a54
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The part of the file that Range names. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The file is the one that If-None-Match names. */
            304: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Range names no part of the file. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listFields: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Only fields of this list. */
                List?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "list": "company",
                     *         "key": "vatId",
                     *         "label": "VAT ID",
                     *         "labelDe": "USt-IdNr.",
                     *         "kind": "text",
                     *         "options": [],
                     *         "isRequired": false,
                     *         "isConfidential": false,
                     *         "position": 0,
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnField"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isConfidential": false,
                 *       "isRequired": false,
                 *       "key": "vatId",
                 *       "kind": "text",
                 *       "label": "VAT ID",
                 *       "labelDe": "USt-IdNr.",
                 *       "list": "company",
                 *       "options": [],
                 *       "position": 0,
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["OwnFieldEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "list": "company",
                     *       "key": "vatId",
                     *       "label": "VAT ID",
                     *       "labelDe": "USt-IdNr.",
                     *       "kind": "text",
                     *       "options": [],
                     *       "isRequired": false,
                     *       "isConfidential": false,
                     *       "position": 0,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OwnField"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isConfidential": false,
                 *       "isRequired": false,
                 *       "key": "vatId",
                 *       "kind": "text",
                 *       "label": "VAT ID",
                 *       "labelDe": "USt-IdNr.",
                 *       "list": "company",
                 *       "options": [],
                 *       "position": 0
                 *     }
                 */
                "application/json": components["schemas"]["OwnFieldInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "list": "company",
                     *       "key": "vatId",
                     *       "label": "VAT ID",
                     *       "labelDe": "USt-IdNr.",
                     *       "kind": "text",
                     *       "options": [],
                     *       "isRequired": false,
                     *       "isConfidential": false,
                     *       "position": 0,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OwnField"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listForecast: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description The last day, such as 2027-11-30, at most 24 months ahead. The end of the twelfth month ahead without it. */
                Until?: string;
                /** @description Only subscriptions of this company's projects. */
                CompanyId?: string;
                /** @description Only those that the user with this e-mail address is responsible for. */
                Responsible?: string;
                /** @description Only these kinds, comma-separated: cancelBy, price, renews, ends. */
                Kind?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    /** @description Sums over all pages, as JSON. */
                    Totals: {
                        /**
                         * @example {
                         *       "count": 1,
                         *       "monthlyPrice": 1.5
                         *     }
                         */
                        "application/json": components["schemas"]["ForecastTotals"];
                    };
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "on": "2026-11-30",
                     *         "kind": "renews",
                     *         "subscriptionId": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *         "name": "Managed server",
                     *         "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "projectName": "Web shop",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders",
                     *         "price": 31,
                     *         "monthlyPrice": {
                     *           "before": 29.5,
                     *           "after": 31
                     *         },
                     *         "responsible": [
                     *           {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ForecastEvent"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    tryForecast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changes": [
                 *         {
                 *           "action": "reprice",
                 *           "ids": [
                 *             "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                 *           ],
                 *           "list": "projectSubscription",
                 *           "on": "2027-01-01",
                 *           "params": {
                 *             "percent": 5
                 *           }
                 *         }
                 *       ],
                 *       "until": "2027-11"
                 *     }
                 */
                "application/json": components["schemas"]["ForecastInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "months": [
                     *         {
                     *           "month": "2027-01",
                     *           "price": 29.5,
                     *           "cost": 19,
                     *           "plannedPrice": 31,
                     *           "plannedCost": 19
                     *         }
                     *       ],
                     *       "changes": [
                     *         {
                     *           "total": 1,
                     *           "changes": 1,
                     *           "refusedTotal": 0
                     *         }
                     *       ],
                     *       "customersAbove": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listGroupRoles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "group": "shop-managers",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "role": 2
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["GroupRole"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setGroupRoles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *         "group": "shop-managers",
                 *         "role": 2
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["GroupRoleInput"][];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "group": "shop-managers",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "role": 2
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["GroupRole"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    previewGroupRoles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *         "group": "shop-managers",
                 *         "role": 2
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["GroupRoleInput"][];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claim": "groups",
                     *       "groups": [
                     *         {
                     *           "group": "shop-managers",
                     *           "people": 1
                     *         }
                     *       ],
                     *       "people": [
                     *         {
                     *           "email": "grace@example.com",
                     *           "displayName": "Grace Hopper",
                     *           "rights": [
                     *             {
                     *               "group": "shop-managers",
                     *               "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *               "role": 2,
                     *               "companyName": "Northwind Traders",
                     *               "change": "given"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "companyNames": {
                     *         "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10": "Northwind Traders"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GroupPreview"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    uploadImport: {
        parameters: {
            query?: {
                /** @description One of company, project, product, subscription, user, projectSubscription. */
                List?: string;
                /** @description The name of the file, for the history. */
                Name?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "list": "company",
                     *       "name": "companies.csv",
                     *       "columns": [
                     *         {
                     *           "header": "Id",
                     *           "field": "id"
                     *         },
                     *         {
                     *           "header": "Name",
                     *           "field": "name"
                     *         },
                     *         {
                     *           "header": "Notes",
                     *           "field": "details"
                     *         },
                     *         {
                     *           "header": "Region",
                     *           "field": null
                     *         }
                     *       ],
                     *       "rows": 120,
                     *       "creates": 20,
                     *       "updates": 6,
                     *       "unchanged": 92,
                     *       "refused": 2,
                     *       "version": 1,
                     *       "bulkId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    dropImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    applyImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                 *     }
                 */
                "application/json": components["schemas"]["ImportRef"];
            };
        };
        responses: {
            /** @description As it is now. */
            202: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    setImportColumns: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "header": "Id",
                 *           "field": "id"
                 *         },
                 *         {
                 *           "header": "Name",
                 *           "field": "name"
                 *         },
                 *         {
                 *           "header": "Notes",
                 *           "field": "details"
                 *         },
                 *         {
                 *           "header": "Region",
                 *           "field": null
                 *         }
                 *       ],
                 *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ImportColumnsInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "list": "company",
                     *       "name": "companies.csv",
                     *       "columns": [
                     *         {
                     *           "header": "Id",
                     *           "field": "id"
                     *         },
                     *         {
                     *           "header": "Name",
                     *           "field": "name"
                     *         },
                     *         {
                     *           "header": "Notes",
                     *           "field": "details"
                     *         },
                     *         {
                     *           "header": "Region",
                     *           "field": null
                     *         }
                     *       ],
                     *       "rows": 120,
                     *       "creates": 20,
                     *       "updates": 6,
                     *       "unchanged": 92,
                     *       "refused": 2,
                     *       "version": 1,
                     *       "bulkId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getImportTemplate: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description One of company, project, product, subscription, user, projectSubscription. */
                List?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /** @example Id,Name,Details */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "list": "company",
                     *       "name": "companies.csv",
                     *       "columns": [
                     *         {
                     *           "header": "Id",
                     *           "field": "id"
                     *         },
                     *         {
                     *           "header": "Name",
                     *           "field": "name"
                     *         },
                     *         {
                     *           "header": "Notes",
                     *           "field": "details"
                     *         },
                     *         {
                     *           "header": "Region",
                     *           "field": null
                     *         }
                     *       ],
                     *       "rows": 120,
                     *       "creates": 20,
                     *       "updates": 6,
                     *       "unchanged": 92,
                     *       "refused": 2,
                     *       "version": 1,
                     *       "bulkId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportRefusedRows: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Name,Reasons
                     *     ,Northwind Traders,Name is not unique. Say which by the id.
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description create, update, unchanged or refused; all rows without it. */
                State?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the import.
                 * @example
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "row": 2,
                     *         "state": "update",
                     *         "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "name": "Northwind Traders",
                     *         "cells": [
                     *           "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "Northwind Traders",
                     *           "Imports and sells food."
                     *         ],
                     *         "fields": [
                     *           {
                     *             "name": "details",
                     *             "label": "Details",
                     *             "before": null,
                     *             "after": "Imports and sells food."
                     *           }
                     *         ],
                     *         "errors": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportRow"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description Also notes of what belongs to the record: a company's projects, and their items. */
                Within?: boolean;
                /** @description The kind of record: company, project, projectProduct, projectSubscription, product or subscription. */
                Entity?: string;
                /** @description The record. */
                EntityId?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "entity": "company",
                     *         "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "entityName": "Northwind Traders",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "projectId": null,
                     *         "text": "Called them, they will renew. @grace@example.com sends the offer.",
                     *         "isPinned": false,
                     *         "mentions": [
                     *           {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com"
                     *           }
                     *         ],
                     *         "author": {
                     *           "displayName": "Ada Lovelace",
                     *           "email": "ada@example.com"
                     *         },
                     *         "createdAt": "2026-11-16T09:30:00Z",
                     *         "editedAt": null,
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Note"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isPinned": true,
                 *       "text": "Called them, they will renew. @grace@example.com sends the offer.",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["NoteEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "entity": "company",
                     *       "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "entityName": "Northwind Traders",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "projectId": null,
                     *       "text": "Called them, they will renew. @grace@example.com sends the offer.",
                     *       "isPinned": false,
                     *       "mentions": [
                     *         {
                     *           "displayName": "Grace Hopper",
                     *           "email": "grace@example.com"
                     *         }
                     *       ],
                     *       "author": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "editedAt": null,
                     *       "version": 1,
                     *       "notTold": []
                     *     }
                     */
                    "application/json": components["schemas"]["SavedNote"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entity": "company",
                 *       "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "isPinned": false,
                 *       "text": "Called them, they will renew. @grace@example.com sends the offer."
                 *     }
                 */
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "entity": "company",
                     *       "entityId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "entityName": "Northwind Traders",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "projectId": null,
                     *       "text": "Called them, they will renew. @grace@example.com sends the offer.",
                     *       "isPinned": false,
                     *       "mentions": [
                     *         {
                     *           "displayName": "Grace Hopper",
                     *           "email": "grace@example.com"
                     *         }
                     *       ],
                     *       "author": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "editedAt": null,
                     *       "version": 1,
                     *       "notTold": []
                     *     }
                     */
                    "application/json": components["schemas"]["SavedNote"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    findMentionable: {
        parameters: {
            query?: {
                /** @description The beginning of a name or an e-mail address. */
                Search?: string;
                /** @description The kind of record: company, project, projectProduct, projectSubscription, product or subscription. */
                Entity?: string;
                /** @description The record. */
                EntityId?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UserRef"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "createdAt" | "createdAt"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description Leave out viewed ones. */
                UnreadOnly?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *           "title": "Subscription renews soon",
                     *           "titleText": {
                     *             "key": "notification.renewsSoon.title"
                     *           },
                     *           "details": "Managed server of Web shop (Northwind Traders) renews on 30 Nov 2026. The last day to cancel it is 16 Nov 2026.",
                     *           "detailsText": {
                     *             "key": "notification.renewsSoon",
                     *             "params": {
                     *               "company": "Northwind Traders",
                     *               "day": "2026-11-30",
                     *               "lastDay": "2026-11-16",
                     *               "name": "Managed server",
                     *               "project": "Web shop"
                     *             }
                     *           },
                     *           "createdAt": "2026-11-16T09:30:00Z",
                     *           "isViewed": false,
                     *           "viewedAt": null,
                     *           "itemId": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "itemParentId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "webhookId": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "totalItems": 1,
                     *         "totalPages": 1,
                     *         "currentPage": 1,
                     *         "itemsPerPage": 25
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    viewNotification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationId": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "title": "Subscription renews soon",
                     *       "titleText": {
                     *         "key": "notification.renewsSoon.title"
                     *       },
                     *       "details": "Managed server of Web shop (Northwind Traders) renews on 30 Nov 2026. The last day to cancel it is 16 Nov 2026.",
                     *       "detailsText": {
                     *         "key": "notification.renewsSoon",
                     *         "params": {
                     *           "company": "Northwind Traders",
                     *           "day": "2026-11-30",
                     *           "lastDay": "2026-11-16",
                     *           "name": "Managed server",
                     *           "project": "Web shop"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "isViewed": false,
                     *       "viewedAt": null,
                     *       "itemId": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "itemParentId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "webhookId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportNotifications: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "createdAt" | "createdAt"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "title" | "details" | "createdAt" | "viewedAt" | "itemParentId" | "itemId" | "webhookId")[];
                /** @description Leave out viewed ones. */
                UnreadOnly?: boolean;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Title,Details,Created At,Viewed At,Project Id,Project Subscription Id
                     *     019a8408-f890-7e07-a2cb-86f51b9d2f76,Subscription ends soon,Managed server of Web shop (Northwind Traders) ends on 30 Nov 2026.,2026-11-16T09:30:00Z,,019a8406-1f40-7d52-8b07-5a1c3e9f7021,019a8408-6530-7c88-b1fa-49a6d0c83e65
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    snoozeNotification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notificationId": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                 *       "until": "2026-11-23T09:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["SnoozeInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76",
                     *       "title": "Subscription renews soon",
                     *       "titleText": {
                     *         "key": "notification.renewsSoon.title"
                     *       },
                     *       "details": "Managed server of Web shop (Northwind Traders) renews on 30 Nov 2026. The last day to cancel it is 16 Nov 2026.",
                     *       "detailsText": {
                     *         "key": "notification.renewsSoon",
                     *         "params": {
                     *           "company": "Northwind Traders",
                     *           "day": "2026-11-30",
                     *           "lastDay": "2026-11-16",
                     *           "name": "Managed server",
                     *           "project": "Web shop"
                     *         }
                     *       },
                     *       "createdAt": "2026-11-16T09:30:00Z",
                     *       "isViewed": false,
                     *       "viewedAt": null,
                     *       "itemId": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "itemParentId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "webhookId": null
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    viewAllNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "viewed": 3
                     *     }
                     */
                    "application/json": components["schemas"]["ViewedAll"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "name": "Prices of 2027",
                     *         "until": "2027-11",
                     *         "changes": [
                     *           {
                     *             "list": "projectSubscription",
                     *             "ids": [
                     *               "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                     *             ],
                     *             "action": "reprice",
                     *             "params": {
                     *               "percent": 5
                     *             },
                     *             "on": "2027-01-01"
                     *           }
                     *         ],
                     *         "isShared": false,
                     *         "isOwn": true,
                     *         "keptAt": "2026-11-12T09:30:00Z",
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Plan"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editPlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changes": [
                 *         {
                 *           "action": "reprice",
                 *           "ids": [
                 *             "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                 *           ],
                 *           "list": "projectSubscription",
                 *           "on": "2027-01-01",
                 *           "params": {
                 *             "percent": 5
                 *           }
                 *         }
                 *       ],
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isShared": false,
                 *       "name": "Prices of 2027",
                 *       "until": "2027-11",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["KeptPlanEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "Prices of 2027",
                     *       "until": "2027-11",
                     *       "changes": [
                     *         {
                     *           "list": "projectSubscription",
                     *           "ids": [
                     *             "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                     *           ],
                     *           "action": "reprice",
                     *           "params": {
                     *             "percent": 5
                     *           },
                     *           "on": "2027-01-01"
                     *         }
                     *       ],
                     *       "isShared": false,
                     *       "isOwn": true,
                     *       "keptAt": "2026-11-12T09:30:00Z",
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addPlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changes": [
                 *         {
                 *           "action": "reprice",
                 *           "ids": [
                 *             "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                 *           ],
                 *           "list": "projectSubscription",
                 *           "on": "2027-01-01",
                 *           "params": {
                 *             "percent": 5
                 *           }
                 *         }
                 *       ],
                 *       "isShared": false,
                 *       "name": "Prices of 2027",
                 *       "until": "2027-11"
                 *     }
                 */
                "application/json": components["schemas"]["KeptPlanInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "name": "Prices of 2027",
                     *       "until": "2027-11",
                     *       "changes": [
                     *         {
                     *           "list": "projectSubscription",
                     *           "ids": [
                     *             "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                     *           ],
                     *           "action": "reprice",
                     *           "params": {
                     *             "percent": 5
                     *           },
                     *           "on": "2027-01-01"
                     *         }
                     *       ],
                     *       "isShared": false,
                     *       "isOwn": true,
                     *       "keptAt": "2026-11-12T09:30:00Z",
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removePlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    applyPlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "preview": true
                 *     }
                 */
                "application/json": components["schemas"]["ApplyPlanInput"];
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"] | components["schemas"]["BulkPreview"];
                };
            };
            /** @description As it is now. */
            202: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-f890-7e07-a2cb-86f51b9d2f76"
                     *     }
                     */
                    "application/json": components["schemas"]["BulkStarted"] | components["schemas"]["BulkPreview"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, two at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt") | ("name" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description Only items of this category. */
                CategoryName?: string;
                /** @description Only items of this availability, by number or key. */
                Status?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *         "categoryName": "Printers",
                     *         "name": "Label printer",
                     *         "details": "Thermal, 4 inch.",
                     *         "status": 0,
                     *         "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *         "createdAt": "2026-01-20T09:30:00Z",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "version": 1,
                     *         "own": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Product"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "categoryName": "Printers",
                 *         "details": "Thermal, 4 inch.",
                 *         "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                 *         "name": "Label printer",
                 *         "own": {
                 *           "vatId": "PT501442600"
                 *         },
                 *         "status": 0,
                 *         "version": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProductEditWrapped"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "categoryName": "Printers",
                     *       "name": "Label printer",
                     *       "details": "Thermal, 4 inch.",
                     *       "status": 0,
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "createdAt": "2026-01-20T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 1,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categoryName": "Printers",
                 *       "details": "Thermal, 4 inch.",
                 *       "name": "Label printer",
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "status": 0
                 *     }
                 */
                "application/json": components["schemas"]["ProductInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "categoryName": "Printers",
                     *       "name": "Label printer",
                     *       "details": "Thermal, 4 inch.",
                     *       "status": 0,
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "createdAt": "2026-01-20T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 1,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProductCategories: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "name" | "name"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "data": {
                     *           "name": "Printers",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "itemCount": 4
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CategoryWrapped"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    renameProductCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers",
                 *       "newName": "Printers and scanners"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryRename"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "name": "Printers",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "itemCount": 4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CategoryWrapped"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addProductCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "name": "Printers",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "itemCount": 4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CategoryWrapped"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeProductCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["NameInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportProductCategories: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "name" | "name"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("name" | "removedAt")[];
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Name,Removed At
                     *     Printers,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreProductCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["NameInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProductCategoryDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Name of the category.
                 * @example Printers
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportProducts: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, two at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt") | ("name" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "categoryName" | "name" | "details" | "status" | "createdAt" | "removedAt" | "version")[];
                /** @description Only items of this category. */
                CategoryName?: string;
                /** @description Only items of this availability, by number or key. */
                Status?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Category,Name,Details,Status,Created At,Removed At
                     *     019a8406-b3a0-7a11-a6d4-0c84f2e95b32,Printers,Label printer,"Thermal, 4 inch.",available,2026-01-20T09:30:00Z,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the product.
                 * @example 019a8406-b3a0-7a11-a6d4-0c84f2e95b32
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "categoryName": "Printers",
                     *       "name": "Label printer",
                     *       "details": "Thermal, 4 inch.",
                     *       "status": 0,
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "createdAt": "2026-01-20T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 1,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listProductDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the product.
                 * @example 019a8406-b3a0-7a11-a6d4-0c84f2e95b32
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setProductPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the product.
                 * @example 019a8406-b3a0-7a11-a6d4-0c84f2e95b32
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The image. */
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "categoryName": "Printers",
                     *       "name": "Label printer",
                     *       "details": "Thermal, 4 inch.",
                     *       "status": 0,
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "createdAt": "2026-01-20T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 1,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not of a type this operation takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeProductPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the product.
                 * @example 019a8406-b3a0-7a11-a6d4-0c84f2e95b32
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "categoryName": "Printers",
                     *       "name": "Label printer",
                     *       "details": "Thermal, 4 inch.",
                     *       "status": 0,
                     *       "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03",
                     *       "createdAt": "2026-01-20T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 1,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt") | ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description Only projects of this company. */
                CompanyId?: string;
                /** @description Only projects with a product of this status, by number or key. */
                ProductStatus?: string;
                /** @description Only projects with a subscription that the dashboard counts as ending soon. */
                EndingSoon?: boolean;
                /** @description Only projects with a subscription that ends, unrenewed, in the seven days from this one, as 2006-01-02. */
                EndingWeek?: string;
                /** @description Only projects that an Owner or Manager answers for, of the project or of its company, or only those without. */
                HasResponsible?: boolean;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or less. */
                MonthlyPriceTo?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or more. */
                MarginFrom?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or less. */
                MarginTo?: number;
                /** @description figures: with what the running subscriptions of each come to, and its owners. */
                Include?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    /** @description With Include=figures: sums over all pages, as JSON. */
                    Totals?: {
                        /**
                         * @example {
                         *       "count": 1,
                         *       "monthlyPrice": 29.5,
                         *       "monthlyCost": 19
                         *     }
                         */
                        "application/json": components["schemas"]["FigureTotals"];
                    };
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders",
                     *         "name": "Web shop",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "createdAt": "2026-02-03T09:30:00Z",
                     *         "version": 1,
                     *         "own": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                 *       "name": "Web shop and returns",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ProjectEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": "Northwind Traders",
                     *       "name": "Web shop",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-02-03T09:30:00Z",
                     *       "version": 1,
                     *       "own": {},
                     *       "isLive": true,
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true,
                     *         "attach": true,
                     *         "editSubscriptions": true,
                     *         "setProductStatus": true,
                     *         "seeCost": true,
                     *         "seeCompany": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "userEmail": "grace@example.com",
                     *           "role": 4,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "inheritedModerators": [
                     *         {
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "products": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *           "details": "For the packing table.",
                     *           "cost": 180.5,
                     *           "costCurrencyName": "USD",
                     *           "price": 249.99,
                     *           "priceCurrencyName": "USD",
                     *           "status": 1,
                     *           "createdAt": "2026-02-10T09:30:00Z",
                     *           "version": 1,
                     *           "product": {
                     *             "name": "Label printer",
                     *             "categoryName": "Printers",
                     *             "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *           },
                     *           "own": {}
                     *         }
                     *       ],
                     *       "subscriptions": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *           "details": "Runs the shop.",
                     *           "startAt": "2026-11-01T00:00:00Z",
                     *           "endAt": "2026-11-30T23:59:59Z",
                     *           "autoRenew": true,
                     *           "price": 29.5,
                     *           "priceCurrencyName": "USD",
                     *           "cost": 19,
                     *           "costCurrencyName": "USD",
                     *           "isCanceled": false,
                     *           "cancelationReason": null,
                     *           "noticeDays": 14,
                     *           "createdAt": "2026-10-28T09:30:00Z",
                     *           "version": 1,
                     *           "subscription": {
                     *             "name": "Managed server",
                     *             "categoryName": "Hosting",
                     *             "photoUrl": null
                     *           },
                     *           "own": {},
                     *           "planned": {
                     *             "price": 31,
                     *             "from": "2027-01-01T00:00:00Z"
                     *           },
                     *           "runsFrom": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "name": "Web shop",
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": "Northwind Traders",
                     *       "name": "Web shop",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-02-03T09:30:00Z",
                     *       "version": 1,
                     *       "own": {},
                     *       "isLive": true,
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true,
                     *         "attach": true,
                     *         "editSubscriptions": true,
                     *         "setProductStatus": true,
                     *         "seeCost": true,
                     *         "seeCompany": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "userEmail": "grace@example.com",
                     *           "role": 4,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "inheritedModerators": [
                     *         {
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "products": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *           "details": "For the packing table.",
                     *           "cost": 180.5,
                     *           "costCurrencyName": "USD",
                     *           "price": 249.99,
                     *           "priceCurrencyName": "USD",
                     *           "status": 1,
                     *           "createdAt": "2026-02-10T09:30:00Z",
                     *           "version": 1,
                     *           "product": {
                     *             "name": "Label printer",
                     *             "categoryName": "Printers",
                     *             "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *           },
                     *           "own": {}
                     *         }
                     *       ],
                     *       "subscriptions": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *           "details": "Runs the shop.",
                     *           "startAt": "2026-11-01T00:00:00Z",
                     *           "endAt": "2026-11-30T23:59:59Z",
                     *           "autoRenew": true,
                     *           "price": 29.5,
                     *           "priceCurrencyName": "USD",
                     *           "cost": 19,
                     *           "costCurrencyName": "USD",
                     *           "isCanceled": false,
                     *           "cancelationReason": null,
                     *           "noticeDays": 14,
                     *           "createdAt": "2026-10-28T09:30:00Z",
                     *           "version": 1,
                     *           "subscription": {
                     *             "name": "Managed server",
                     *             "categoryName": "Hosting",
                     *             "photoUrl": null
                     *           },
                     *           "own": {},
                     *           "planned": {
                     *             "price": 31,
                     *             "from": "2027-01-01T00:00:00Z"
                     *           },
                     *           "runsFrom": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportProjects: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt") | ("name" | "createdAt" | "monthlyPrice" | "margin" | "nextEndAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "name" | "companyId" | "companyName" | "createdAt" | "removedAt" | "projects" | "running" | "monthlyPrice" | "monthlyCost" | "margin" | "nextEndAt" | "owners" | "version")[];
                /** @description Only projects of this company. */
                CompanyId?: string;
                /** @description Only projects with a product of this status, by number or key. */
                ProductStatus?: string;
                /** @description Only projects with a subscription that the dashboard counts as ending soon. */
                EndingSoon?: boolean;
                /** @description Only projects with a subscription that ends, unrenewed, in the seven days from this one, as 2006-01-02. */
                EndingWeek?: string;
                /** @description Only projects that an Owner or Manager answers for, of the project or of its company, or only those without. */
                HasResponsible?: boolean;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose running subscriptions come to a monthly price that is this amount or less. */
                MonthlyPriceTo?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or more. */
                MarginFrom?: number;
                /** @description Only those whose cost the caller may see and whose margin is this amount or less. */
                MarginTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Name,Company Id,Company,Created At,Removed At
                     *     019a8406-1f40-7d52-8b07-5a1c3e9f7021,Web shop,019a8405-6c00-7c3e-9a41-2f6f0d5b8e10,Northwind Traders,2026-02-03T09:30:00Z,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editProjectModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                 *       "role": 3,
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ProjectModeratorEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "userEmail": "grace@example.com",
                     *       "role": 4,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectModerator"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addProjectModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "details": "First contact for the web shop.",
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                 *       "role": 2,
                 *       "userEmail": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ModeratorInput"];
            };
        };
        responses: {
            /** @description It was there already. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "userEmail": "grace@example.com",
                     *       "role": 4,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectModerator"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "userEmail": "grace@example.com",
                     *       "role": 4,
                     *       "details": "First contact for the web shop.",
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 1,
                     *       "moderator": {
                     *         "displayName": "Grace Hopper",
                     *         "email": "grace@example.com",
                     *         "phoneNumber": "+1 555 010 7788",
                     *         "status": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectModerator"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeProjectModerator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectItem"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProjectProducts: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "companyName" | "projectName" | "price" | "status" | "createdAt") | ("name" | "companyName" | "projectName" | "price" | "status" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description Only products of this company's projects. */
                CompanyId?: string;
                /** @description Only products of this project. */
                ProjectId?: string;
                /** @description Only uses of this item of the catalogue. */
                ProductId?: string;
                /** @description Only products of this category. */
                CategoryName?: string;
                /** @description Only those that the user with this e-mail address is responsible for. */
                Responsible?: string;
                /** @description Only these statuses, comma-separated, by number or key. */
                Status?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    /** @description Sums over all pages, as JSON. */
                    Totals: {
                        /**
                         * @example {
                         *       "count": 1,
                         *       "price": 249.99,
                         *       "cost": 180.5
                         *     }
                         */
                        "application/json": components["schemas"]["ProductTotals"];
                    };
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *         "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *         "details": "For the packing table.",
                     *         "cost": 180.5,
                     *         "costCurrencyName": "USD",
                     *         "price": 249.99,
                     *         "priceCurrencyName": "USD",
                     *         "status": 1,
                     *         "createdAt": "2026-02-10T09:30:00Z",
                     *         "version": 1,
                     *         "product": {
                     *           "name": "Label printer",
                     *           "categoryName": "Printers",
                     *           "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *         },
                     *         "own": {},
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders",
                     *         "projectName": "Web shop",
                     *         "responsible": [
                     *           {
                     *             "email": "grace@example.com",
                     *             "displayName": "Grace Hopper",
                     *             "role": 2
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedProduct"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editProjectProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cost": 180.5,
                 *       "costCurrencyName": "USD",
                 *       "details": "For the packing table.",
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "price": 249.99,
                 *       "priceCurrencyName": "USD",
                 *       "status": 2,
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ProjectProductEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "details": "For the packing table.",
                     *       "cost": 180.5,
                     *       "costCurrencyName": "USD",
                     *       "price": 249.99,
                     *       "priceCurrencyName": "USD",
                     *       "status": 1,
                     *       "createdAt": "2026-02-10T09:30:00Z",
                     *       "version": 1,
                     *       "product": {
                     *         "name": "Label printer",
                     *         "categoryName": "Printers",
                     *         "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *       },
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectProduct"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    attachProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cost": 180.5,
                 *       "costCurrencyName": "USD",
                 *       "details": "For the packing table.",
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "price": 249.99,
                 *       "priceCurrencyName": "USD",
                 *       "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                 *       "status": 1
                 *     }
                 */
                "application/json": components["schemas"]["ProjectProductInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *       "details": "For the packing table.",
                     *       "cost": 180.5,
                     *       "costCurrencyName": "USD",
                     *       "price": 249.99,
                     *       "priceCurrencyName": "USD",
                     *       "status": 1,
                     *       "createdAt": "2026-02-10T09:30:00Z",
                     *       "version": 1,
                     *       "product": {
                     *         "name": "Label printer",
                     *         "categoryName": "Printers",
                     *         "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *       },
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectProduct"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    detachProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectItem"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportProjectProducts: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "companyName" | "projectName" | "price" | "status" | "createdAt") | ("name" | "companyName" | "projectName" | "price" | "status" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "companyId" | "companyName" | "projectId" | "projectName" | "productId" | "product.name" | "product.categoryName" | "status" | "price" | "cost" | "priceCurrencyName" | "responsible" | "details" | "createdAt" | "version")[];
                /** @description Only products of this company's projects. */
                CompanyId?: string;
                /** @description Only products of this project. */
                ProjectId?: string;
                /** @description Only uses of this item of the catalogue. */
                ProductId?: string;
                /** @description Only products of this category. */
                CategoryName?: string;
                /** @description Only those that the user with this e-mail address is responsible for. */
                Responsible?: string;
                /** @description Only these statuses, comma-separated, by number or key. */
                Status?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Company Id,Company,Project Id,Project,Product Id,Product,Category,Status,Price,Cost,Currency,Responsible,Details,Created At
                     *     019a8408-6530-7c88-b1fa-49a6d0c83e65,019a8405-6c00-7c3e-9a41-2f6f0d5b8e10,Northwind Traders,019a8406-1f40-7d52-8b07-5a1c3e9f7021,Web shop,019a8406-b3a0-7a11-a6d4-0c84f2e95b32,Label printer,Printers,InProgress,249.99,180.50,USD,ada@example.com,For the packing table.,2026-02-10T09:30:00Z
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreProjectProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    restoreProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listProjectSubscriptions: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("endAt" | "startAt" | "name" | "companyName" | "projectName" | "price" | "monthlyPrice" | "margin") | ("endAt" | "startAt" | "name" | "companyName" | "projectName" | "price" | "monthlyPrice" | "margin")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description Only subscriptions of this company's projects. */
                CompanyId?: string;
                /** @description Only subscriptions of this project. */
                ProjectId?: string;
                /** @description Only uses of this item of the catalogue. */
                SubscriptionId?: string;
                /** @description Only subscriptions of this category. */
                CategoryName?: string;
                /** @description Only those that the user with this e-mail address is responsible for. */
                Responsible?: string;
                /** @description Only these states, comma-separated: notStarted, active, renews, ended, canceled. */
                State?: string;
                /** @description Only those whose period ends at this instant or later. */
                EndFrom?: string;
                /** @description Only those whose period ends at this instant or earlier. */
                EndTo?: string;
                /** @description Only those that renew and have to be canceled by this instant or a later one. */
                CancelFrom?: string;
                /** @description Only those that renew and have to be canceled by this instant or an earlier one. */
                CancelTo?: string;
                /** @description Only those whose monthly price is below their monthly cost, where the caller may see cost; 400 for those who may see none. */
                Losing?: boolean;
                /** @description As it was at this instant, or will be: dates as they are known now, prices as they were then. A list of more than 100000 rows can then not be sorted first by price, monthlyPrice or margin (400 for SortBy): narrow it, or export it. */
                At?: string;
                /** @description Only those whose price is this amount or more. */
                PriceFrom?: number;
                /** @description Only those whose price is this amount or less. */
                PriceTo?: number;
                /** @description Only those whose price a month, 0 of those that do not run, is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose price a month, 0 of those that do not run, is this amount or less. */
                MonthlyPriceTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    /** @description Sums over all pages, as JSON. */
                    Totals: {
                        /**
                         * @example {
                         *       "count": 1,
                         *       "price": 29.5,
                         *       "cost": 19,
                         *       "monthlyPrice": 29.5,
                         *       "monthlyCost": 19
                         *     }
                         */
                        "application/json": components["schemas"]["SubscriptionTotals"];
                    };
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *         "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *         "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *         "details": "Runs the shop.",
                     *         "startAt": "2026-11-01T00:00:00Z",
                     *         "endAt": "2026-11-30T23:59:59Z",
                     *         "autoRenew": true,
                     *         "price": 29.5,
                     *         "priceCurrencyName": "USD",
                     *         "cost": 19,
                     *         "costCurrencyName": "USD",
                     *         "isCanceled": false,
                     *         "cancelationReason": null,
                     *         "noticeDays": 14,
                     *         "createdAt": "2026-10-28T09:30:00Z",
                     *         "version": 1,
                     *         "subscription": {
                     *           "name": "Managed server",
                     *           "categoryName": "Hosting",
                     *           "photoUrl": null
                     *         },
                     *         "own": {},
                     *         "planned": {
                     *           "price": 31,
                     *           "from": "2027-01-01T00:00:00Z"
                     *         },
                     *         "runsFrom": null,
                     *         "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *         "companyName": "Northwind Traders",
                     *         "projectName": "Web shop",
                     *         "responsible": [
                     *           {
                     *             "email": "grace@example.com",
                     *             "displayName": "Grace Hopper",
                     *             "role": 2
                     *           }
                     *         ],
                     *         "state": "renews",
                     *         "monthlyPrice": 29.5,
                     *         "monthlyCost": 19,
                     *         "margin": 10.5,
                     *         "cancelBy": "2026-11-16T23:59:59Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedSubscription"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "autoRenew": true,
                 *       "details": "Runs the shop.",
                 *       "endAt": "2026-11-30T23:59:59Z",
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "noticeDays": 14,
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "price": 32,
                 *       "priceCurrencyName": "USD",
                 *       "startAt": "2026-11-01T00:00:00Z",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ProjectSubscriptionEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSubscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    attachSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "autoRenew": true,
                 *       "details": "Runs the shop.",
                 *       "endAt": "2026-11-30T23:59:59Z",
                 *       "noticeDays": 14,
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "price": 29.5,
                 *       "priceCurrencyName": "USD",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                 *       "startAt": "2026-11-01T00:00:00Z",
                 *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectSubscriptionInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSubscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    detachSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectItem"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    cancelProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cancelationReason": "The shop moved to another host.",
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65"
                 *     }
                 */
                "application/json": components["schemas"]["CancelInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSubscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportProjectSubscriptions: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, three at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("endAt" | "startAt" | "name" | "companyName" | "projectName" | "price" | "monthlyPrice" | "margin") | ("endAt" | "startAt" | "name" | "companyName" | "projectName" | "price" | "monthlyPrice" | "margin")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "companyId" | "companyName" | "projectId" | "projectName" | "subscriptionId" | "subscription.name" | "subscription.categoryName" | "state" | "startAt" | "endAt" | "autoRenew" | "price" | "cost" | "priceCurrencyName" | "monthlyPrice" | "monthlyCost" | "margin" | "noticeDays" | "cancelBy" | "responsible" | "details" | "cancelationReason" | "createdAt" | "planned.price" | "planned.from" | "isCanceled" | "version")[];
                /** @description Only subscriptions of this company's projects. */
                CompanyId?: string;
                /** @description Only subscriptions of this project. */
                ProjectId?: string;
                /** @description Only uses of this item of the catalogue. */
                SubscriptionId?: string;
                /** @description Only subscriptions of this category. */
                CategoryName?: string;
                /** @description Only those that the user with this e-mail address is responsible for. */
                Responsible?: string;
                /** @description Only these states, comma-separated: notStarted, active, renews, ended, canceled. */
                State?: string;
                /** @description Only those whose period ends at this instant or later. */
                EndFrom?: string;
                /** @description Only those whose period ends at this instant or earlier. */
                EndTo?: string;
                /** @description Only those that renew and have to be canceled by this instant or a later one. */
                CancelFrom?: string;
                /** @description Only those that renew and have to be canceled by this instant or an earlier one. */
                CancelTo?: string;
                /** @description Only those whose monthly price is below their monthly cost, where the caller may see cost; 400 for those who may see none. */
                Losing?: boolean;
                /** @description As it was at this instant, or will be: dates as they are known now, prices as they were then. A list of more than 100000 rows can then not be sorted first by price, monthlyPrice or margin (400 for SortBy): narrow it, or export it. */
                At?: string;
                /** @description Only those whose price is this amount or more. */
                PriceFrom?: number;
                /** @description Only those whose price is this amount or less. */
                PriceTo?: number;
                /** @description Only those whose price a month, 0 of those that do not run, is this amount or more. */
                MonthlyPriceFrom?: number;
                /** @description Only those whose price a month, 0 of those that do not run, is this amount or less. */
                MonthlyPriceTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Company Id,Company,Project Id,Project,Subscription Id,Subscription,Category,State,Start At,End At,Auto Renew,Price,Cost,Currency,Monthly Price,Monthly Cost,Margin,Notice Days,Cancel By,Responsible,Details,Cancelation Reason,Created At
                     *     019a8408-6530-7c88-b1fa-49a6d0c83e65,019a8405-6c00-7c3e-9a41-2f6f0d5b8e10,Northwind Traders,019a8406-1f40-7d52-8b07-5a1c3e9f7021,Web shop,019a8407-42b8-7f60-9e3c-71d80a6b4c43,Server,Hosting,renews,2026-11-01T00:00:00Z,2026-11-30T23:59:59Z,true,29.50,19.00,USD,29.50,19.00,10.50,14,2026-11-16T23:59:59Z,ada@example.com,Runs the shop.,,2026-10-28T09:30:00Z
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    planProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2027-01-01T00:00:00Z",
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "price": 31
                 *     }
                 */
                "application/json": components["schemas"]["PlanInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSubscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    renewProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                 *       "price": 31
                 *     }
                 */
                "application/json": components["schemas"]["RenewInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectSubscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    restoreProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getProjectSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example 019a8406-1f40-7d52-8b07-5a1c3e9f7021
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *       "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "details": "Runs the shop.",
                     *       "startAt": "2026-11-01T00:00:00Z",
                     *       "endAt": "2026-11-30T23:59:59Z",
                     *       "autoRenew": true,
                     *       "price": 29.5,
                     *       "priceCurrencyName": "USD",
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "isCanceled": false,
                     *       "cancelationReason": null,
                     *       "noticeDays": 14,
                     *       "createdAt": "2026-10-28T09:30:00Z",
                     *       "version": 1,
                     *       "subscription": {
                     *         "name": "Managed server",
                     *         "categoryName": "Hosting",
                     *         "photoUrl": null
                     *       },
                     *       "own": {},
                     *       "planned": {
                     *         "price": 31,
                     *         "from": "2027-01-01T00:00:00Z"
                     *       },
                     *       "runsFrom": null,
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": "Northwind Traders",
                     *       "projectName": "Web shop",
                     *       "responsible": [
                     *         {
                     *           "email": "grace@example.com",
                     *           "displayName": "Grace Hopper",
                     *           "role": 2
                     *         }
                     *       ],
                     *       "state": "renews",
                     *       "monthlyPrice": 29.5,
                     *       "monthlyCost": 19,
                     *       "margin": 10.5,
                     *       "cancelBy": "2026-11-16T23:59:59Z",
                     *       "periods": [
                     *         {
                     *           "startAt": "2026-11-01T00:00:00Z",
                     *           "endAt": "2026-11-30T23:59:59Z",
                     *           "price": 29.5,
                     *           "cost": 19
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example 019a8406-1f40-7d52-8b07-5a1c3e9f7021
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *       "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *       "companyName": "Northwind Traders",
                     *       "name": "Web shop",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "createdAt": "2026-02-03T09:30:00Z",
                     *       "version": 1,
                     *       "own": {},
                     *       "isLive": true,
                     *       "access": {
                     *         "edit": true,
                     *         "manageModerators": true,
                     *         "assignableRoles": [
                     *           0,
                     *           1,
                     *           2,
                     *           3,
                     *           4,
                     *           5
                     *         ],
                     *         "remove": true,
                     *         "attach": true,
                     *         "editSubscriptions": true,
                     *         "setProductStatus": true,
                     *         "seeCost": true,
                     *         "seeCompany": true
                     *       },
                     *       "moderators": [
                     *         {
                     *           "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "userEmail": "grace@example.com",
                     *           "role": 4,
                     *           "details": "First contact for the web shop.",
                     *           "createdAt": "2026-03-02T09:30:00Z",
                     *           "version": 1,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "inheritedModerators": [
                     *         {
                     *           "userEmail": "grace@example.com",
                     *           "role": 2,
                     *           "moderator": {
                     *             "displayName": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "phoneNumber": "+1 555 010 7788",
                     *             "status": 0
                     *           }
                     *         }
                     *       ],
                     *       "products": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "productId": "019a8406-b3a0-7a11-a6d4-0c84f2e95b32",
                     *           "details": "For the packing table.",
                     *           "cost": 180.5,
                     *           "costCurrencyName": "USD",
                     *           "price": 249.99,
                     *           "priceCurrencyName": "USD",
                     *           "status": 1,
                     *           "createdAt": "2026-02-10T09:30:00Z",
                     *           "version": 1,
                     *           "product": {
                     *             "name": "Label printer",
                     *             "categoryName": "Printers",
                     *             "photoUrl": "/photo/9f2c1e7ab04d5c38e6f1a7d29b80c4536e1df7a8295b3c60d4e8f17a2b9c5d03"
                     *           },
                     *           "own": {}
                     *         }
                     *       ],
                     *       "subscriptions": [
                     *         {
                     *           "id": "019a8408-6530-7c88-b1fa-49a6d0c83e65",
                     *           "projectId": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "subscriptionId": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *           "details": "Runs the shop.",
                     *           "startAt": "2026-11-01T00:00:00Z",
                     *           "endAt": "2026-11-30T23:59:59Z",
                     *           "autoRenew": true,
                     *           "price": 29.5,
                     *           "priceCurrencyName": "USD",
                     *           "cost": 19,
                     *           "costCurrencyName": "USD",
                     *           "isCanceled": false,
                     *           "cancelationReason": null,
                     *           "noticeDays": 14,
                     *           "createdAt": "2026-10-28T09:30:00Z",
                     *           "version": 1,
                     *           "subscription": {
                     *             "name": "Managed server",
                     *             "categoryName": "Hosting",
                     *             "photoUrl": null
                     *           },
                     *           "own": {},
                     *           "planned": {
                     *             "price": 31,
                     *             "from": "2027-01-01T00:00:00Z"
                     *           },
                     *           "runsFrom": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectDetails"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listProjectDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example 019a8406-1f40-7d52-8b07-5a1c3e9f7021
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRecurring: {
        parameters: {
            query?: {
                /** @description The first month, such as 2026-01. Eleven months before the last one, if it is not sent. */
                From?: string;
                /** @description The last month, at most 120 from the first one. The running month, if it is not sent. */
                To?: string;
                /** @description Groups: none, company or category. */
                By?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "months": [
                     *         {
                     *           "month": "2026-11",
                     *           "price": 29.5,
                     *           "cost": 19,
                     *           "count": 1,
                     *           "started": 29.5,
                     *           "ended": 0,
                     *           "repriced": 0
                     *         }
                     *       ],
                     *       "groups": [
                     *         {
                     *           "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "name": "Northwind Traders",
                     *           "months": [
                     *             {
                     *               "month": "2026-11",
                     *               "price": 29.5,
                     *               "cost": 19,
                     *               "count": 1,
                     *               "started": 29.5,
                     *               "ended": 0,
                     *               "repriced": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecurringReport"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportRecurring: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The first month, such as 2026-01. Eleven months before the last one, if it is not sent. */
                From?: string;
                /** @description The last month, at most 120 from the first one. The running month, if it is not sent. */
                To?: string;
                /** @description Groups: none, company or category. */
                By?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example btracker (tracker.example)
                     *     Recurring value
                     *     Period: October 2026
                     *     ""
                     *     Month,Price a month ($),Cost a month ($),Margin a month ($),Running subscriptions,"Started, price a month ($)"
                     *     2026-10,4875.00,3120.50,1754.50,212,640.00
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSummary: {
        parameters: {
            query?: {
                /** @description The first month, such as 2026-07. The last one, if it is not sent. */
                From?: string;
                /** @description The last month, at most 120 from the first one. The running month, if it is not sent. */
                To?: string;
                /** @description What it is compared with: previous (as many months before) or year (the same months a year earlier). */
                Compare?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-07",
                     *       "to": "2026-09",
                     *       "compared": {
                     *         "from": "2026-04",
                     *         "to": "2026-06"
                     *       },
                     *       "figures": [
                     *         {
                     *           "name": "monthlyPrice",
                     *           "value": 4875,
                     *           "before": 4350
                     *         }
                     *       ],
                     *       "movers": [
                     *         {
                     *           "companyId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "companyName": "Northwind Traders",
                     *           "value": 629.5,
                     *           "before": 104.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Summary"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportSummary: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The first month, such as 2026-07. The last one, if it is not sent. */
                From?: string;
                /** @description The last month, at most 120 from the first one. The running month, if it is not sent. */
                To?: string;
                /** @description What it is compared with: previous (as many months before) or year (the same months a year earlier). */
                Compare?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example btracker (tracker.example)
                     *     Summary
                     *     Period: July – September 2026
                     *     Compared with: April – June 2026
                     *     ""
                     *     Figure,July – September 2026,April – June 2026,Change,Change in %
                     *     Price a month ($),4875.00,4350.00,525.00,12.1
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    search: {
        parameters: {
            query?: {
                /** @description Words to find, in any order. */
                Search?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": null,
                     *           "parentName": "Northwind Traders",
                     *           "companyName": "Northwind Traders",
                     *           "isDisabled": false
                     *         }
                     *       ],
                     *       "counts": [
                     *         {
                     *           "kind": "project",
                     *           "count": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchHits"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Only events about the person with this e-mail address. */
                Email?: string;
                /** @description Only events of this kind. */
                Kind?: string;
                /** @description Only events from this instant on. */
                From?: string;
                /** @description Only events up to this instant. */
                To?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8409-8bf0-7a66-9c12-3d7e5f081b87",
                     *         "at": "2026-11-14T09:30:00Z",
                     *         "kind": "signIn",
                     *         "email": "ada@example.com",
                     *         "address": "192.0.2.7",
                     *         "agent": "Mozilla/5.0 (X11; Linux x86_64)",
                     *         "details": ""
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SecurityEvent"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportSecurityEvents: {
        parameters: {
            query?: {
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "at" | "kind" | "email" | "address" | "agent" | "details")[];
                /** @description Only events about the person with this e-mail address. */
                Email?: string;
                /** @description Only events of this kind. */
                Kind?: string;
                /** @description Only events from this instant on. */
                From?: string;
                /** @description Only events up to this instant. */
                To?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,At,Kind,Email,Address,Agent,Details
                     *     019a8409-8bf0-7a66-9c12-3d7e5f081b87,2026-11-14T09:30:00Z,signIn,ada@example.com,192.0.2.7,Mozilla/5.0,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "needed": true
                     *     }
                     */
                    "application/json": components["schemas"]["SetupState"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "c8J0Zb1nQeXkW3uV5rTtYw7oPaSdFgHj2LmNbVcXz1A",
                 *       "displayName": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "password": "Lovelace-1815"
                 *     }
                 */
                "application/json": components["schemas"]["SetupInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "grace@example.com",
                     *       "displayName": "Grace Hopper",
                     *       "gender": 2,
                     *       "firstName": "Grace",
                     *       "lastName": "Hopper",
                     *       "phoneNumber": "+1 555 010 7788",
                     *       "address": {
                     *         "country": "Portugal",
                     *         "provinceState": "Lisboa",
                     *         "city": "Lisbon",
                     *         "street": "Rua Augusta",
                     *         "building": "24",
                     *         "postalZipCode": "1100-053"
                     *       },
                     *       "isAdmin": false,
                     *       "photoUrl": null,
                     *       "status": 0,
                     *       "disableReason": 0,
                     *       "hasPassword": true,
                     *       "hasSecondFactor": false,
                     *       "hasSignOn": false,
                     *       "isErased": false,
                     *       "createdAt": "2026-03-02T09:30:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, two at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt") | ("name" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description Only items of this category. */
                CategoryName?: string;
                /** @description Only items of this availability, by number or key. */
                Status?: string;
                /** @description Only those whose cost is this amount or more. */
                CostFrom?: number;
                /** @description Only those whose cost is this amount or less. */
                CostTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *         "categoryName": "Hosting",
                     *         "name": "Managed server",
                     *         "details": "Two cores, nightly backups.",
                     *         "status": 0,
                     *         "cost": 19,
                     *         "costCurrencyName": "USD",
                     *         "noticeDays": 30,
                     *         "createdAt": "2026-01-21T09:30:00Z",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "version": 2,
                     *         "own": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscription"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "categoryName": "Hosting",
                 *         "cost": 19,
                 *         "costCurrencyName": "USD",
                 *         "details": "Two cores, nightly backups.",
                 *         "id": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                 *         "name": "Managed server",
                 *         "noticeDays": 30,
                 *         "own": {
                 *           "vatId": "PT501442600"
                 *         },
                 *         "status": 0,
                 *         "version": 2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionEditWrapped"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "categoryName": "Hosting",
                     *       "name": "Managed server",
                     *       "details": "Two cores, nightly backups.",
                     *       "status": 0,
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "noticeDays": 30,
                     *       "createdAt": "2026-01-21T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 2,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "categoryName": "Hosting",
                 *       "cost": 19,
                 *       "costCurrencyName": "USD",
                 *       "details": "Two cores, nightly backups.",
                 *       "name": "Managed server",
                 *       "noticeDays": 30,
                 *       "own": {
                 *         "vatId": "PT501442600"
                 *       },
                 *       "status": 0
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "categoryName": "Hosting",
                     *       "name": "Managed server",
                     *       "details": "Two cores, nightly backups.",
                     *       "status": 0,
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "noticeDays": 30,
                     *       "createdAt": "2026-01-21T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 2,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listSubscriptionCategories: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "name" | "name"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "data": {
                     *           "name": "Printers",
                     *           "isRemoved": false,
                     *           "removedAt": null,
                     *           "itemCount": 4
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CategoryWrapped"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    renameSubscriptionCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers",
                 *       "newName": "Printers and scanners"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryRename"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "name": "Printers",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "itemCount": 4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CategoryWrapped"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addSubscriptionCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "name": "Printers",
                     *         "isRemoved": false,
                     *         "removedAt": null,
                     *         "itemCount": 4
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CategoryWrapped"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeSubscriptionCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["NameInput"];
            };
        };
        responses: {
            /** @description How a removal ended. Error is never sent: a failure is a status. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/json": 0 | 1 | 2 | 3;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    exportSubscriptionCategories: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, one at most. Rows with equal values are sorted by the next one. */
                SortBy?: "name" | "name"[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("name" | "removedAt")[];
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Name,Removed At
                     *     Hosting,
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreSubscriptionCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Printers"
                 *     }
                 */
                "application/json": components["schemas"]["NameInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listSubscriptionCategoryDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Name of the category.
                 * @example Printers
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    exportSubscriptions: {
        parameters: {
            query?: {
                /** @description Words to find anywhere in the item, in any order; below three characters, the beginning of its name. If nothing has them, words of five letters or more may have a wrong one. Without SortBy, names that begin with the text come first. */
                Search?: string;
                /** @description What to sort by, comma-separated, two at most. Rows with equal values are sorted by the next one. */
                SortBy?: ("name" | "createdAt") | ("name" | "createdAt")[];
                /** @description From the last to the first: one value for all of SortBy, or one for each. */
                SortDescending?: boolean | boolean[];
                /** @description What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do. */
                Removed?: "include" | "exclude" | "only";
                /** @description CSV, or a spreadsheet. */
                Format?: "csv" | "xlsx";
                /** @description The columns of the file, comma-separated, in their order. */
                Columns?: ("id" | "categoryName" | "name" | "details" | "status" | "createdAt" | "removedAt" | "cost" | "costCurrencyName" | "noticeDays" | "version")[];
                /** @description Only items of this category. */
                CategoryName?: string;
                /** @description Only items of this availability, by number or key. */
                Status?: string;
                /** @description Only those whose cost is this amount or more. */
                CostFrom?: number;
                /** @description Only those whose cost is this amount or less. */
                CostTo?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example Id,Category,Name,Details,Status,Created At,Removed At,Cost,Currency,Notice Days
                     *     019a8407-42b8-7f60-9e3c-71d80a6b4c43,Hosting,Managed server,"Two cores, nightly backups.",available,2026-01-21T09:30:00Z,,19.00,USD,30
                     */
                    "text/csv": string;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    restoreSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description How a restore ended. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": 0 | 1 | 2;
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the subscription.
                 * @example 019a8407-42b8-7f60-9e3c-71d80a6b4c43
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-42b8-7f60-9e3c-71d80a6b4c43",
                     *       "categoryName": "Hosting",
                     *       "name": "Managed server",
                     *       "details": "Two cores, nightly backups.",
                     *       "status": 0,
                     *       "cost": 19,
                     *       "costCurrencyName": "USD",
                     *       "noticeDays": 30,
                     *       "createdAt": "2026-01-21T09:30:00Z",
                     *       "isRemoved": false,
                     *       "removedAt": null,
                     *       "version": 2,
                     *       "own": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listSubscriptionDependants: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the subscription.
                 * @example 019a8407-42b8-7f60-9e3c-71d80a6b4c43
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "data": [
                     *         {
                     *           "kind": "project",
                     *           "id": "019a8406-1f40-7d52-8b07-5a1c3e9f7021",
                     *           "name": "Web shop",
                     *           "parentId": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10",
                     *           "parentName": "Northwind Traders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dependants"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
                /** @description Only views of this list. */
                List?: string;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "list": "company",
                     *         "name": "Customers in Lisbon",
                     *         "query": "Search=lisbon&SortBy=name",
                     *         "isShared": true,
                     *         "isDefault": false,
                     *         "isOwn": true,
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SavedView"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isDefault": true,
                 *       "isShared": true,
                 *       "name": "Customers in Lisbon",
                 *       "query": "Search=lisbon&SortBy=name",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["SavedViewEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "list": "company",
                     *       "name": "Customers in Lisbon",
                     *       "query": "Search=lisbon&SortBy=name",
                     *       "isShared": true,
                     *       "isDefault": false,
                     *       "isOwn": true,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isDefault": false,
                 *       "isShared": true,
                 *       "list": "company",
                 *       "name": "Customers in Lisbon",
                 *       "query": "Search=lisbon&SortBy=name"
                 *     }
                 */
                "application/json": components["schemas"]["SavedViewInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "list": "company",
                     *       "name": "Customers in Lisbon",
                     *       "query": "Search=lisbon&SortBy=name",
                     *       "isShared": true,
                     *       "isDefault": false,
                     *       "isOwn": true,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *         "url": "https://hooks.example.com/tracker",
                     *         "events": [
                     *           "company.*",
                     *           "projectSubscription.cancel"
                     *         ],
                     *         "isEnabled": true,
                     *         "owner": {
                     *           "displayName": "Ada Lovelace",
                     *           "email": "ada@example.com"
                     *         },
                     *         "createdAt": "2026-11-14T09:30:00Z",
                     *         "failingSince": null,
                     *         "offReason": null,
                     *         "version": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    editWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "company.*",
                 *         "projectSubscription.cancel"
                 *       ],
                 *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                 *       "isEnabled": true,
                 *       "url": "https://hooks.example.com/tracker",
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEdit"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "url": "https://hooks.example.com/tracker",
                     *       "events": [
                     *         "company.*",
                     *         "projectSubscription.cancel"
                     *       ],
                     *       "isEnabled": true,
                     *       "owner": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-14T09:30:00Z",
                     *       "failingSince": null,
                     *       "offReason": null,
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Somebody changed it meanwhile; current is what is stored now. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A repeated request with the same key and body answers what the first one made; with another body it is refused.
                 * @example 5e0c1b9a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "company.*",
                 *         "projectSubscription.cancel"
                 *       ],
                 *       "isEnabled": true,
                 *       "url": "https://hooks.example.com/tracker"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8407-d1d0-7b29-8d55-e2935f017a54",
                     *       "url": "https://hooks.example.com/tracker",
                     *       "events": [
                     *         "company.*",
                     *         "projectSubscription.cancel"
                     *       ],
                     *       "isEnabled": true,
                     *       "owner": {
                     *         "displayName": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       },
                     *       "createdAt": "2026-11-14T09:30:00Z",
                     *       "failingSince": null,
                     *       "offReason": null,
                     *       "version": 1,
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a8405-6c00-7c3e-9a41-2f6f0d5b8e10"
                 *     }
                 */
                "application/json": components["schemas"]["IdInput"];
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    "Change-Seq": components["headers"]["ChangeSeq"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019a8409-8bf0-7a66-9c12-3d7e5f081b87",
                     *       "event": "company.edit",
                     *       "at": "2026-11-14T10:30:00Z",
                     *       "attempts": 1,
                     *       "status": 204,
                     *       "error": null,
                     *       "nextAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestEntityTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A business rule refuses. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                PageNumber?: number;
                /** @description Above 200 counts as 200. */
                PageSize?: number;
            };
            header?: {
                /**
                 * @description The client's time. Accepted, never required, and decides nothing.
                 * @example 2026-11-15T09:30:00Z
                 */
                DateTimeISO?: components["parameters"]["DateTimeISO"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    Pagination: components["headers"]["Pagination"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "019a8409-8bf0-7a66-9c12-3d7e5f081b87",
                     *         "event": "company.edit",
                     *         "at": "2026-11-14T10:30:00Z",
                     *         "attempts": 1,
                     *         "status": 204,
                     *         "error": null,
                     *         "nextAt": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            /** @description A value breaks a rule, or the request is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
}
