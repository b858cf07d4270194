import type { Config } from '../../base/config.ts';
import { newId } from '../../base/db/ids.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import type { Mailer } from '../../base/mailer.ts';
import { ok, problem, wordsOf, type Finding } from './finding.ts';

/** Whether the mail server lets us in. With `sendTo`, whether it takes an email for this address. */
export async function checkMail(config: Config, mailer: Mailer, sendTo: string | undefined): Promise<Finding> {
  const { host } = new URL(config.smtpUrl);
  try {
    if (sendTo === undefined) {
      await mailer.verify();
      return ok(`SMTP_URL: ${host} lets us in. To send a test: npm run doctor -- --mail you@example.com`);
    }
    const text = {
      shopName: 'Courierdesk',
      paragraphs: [
        `This is the test email of npm run doctor, sent by ${config.publicUrl}. Emails of Courierdesk arrive here.`,
      ],
      reason: 'The operator of Courierdesk asked for this email.',
    };
    await mailer.send({
      id: newId(),
      to: sendTo,
      shopName: 'Courierdesk',
      subject: 'Test email of Courierdesk',
      ...composeMail(text),
    });
    return ok(
      `SMTP_URL: ${host} took a test email for ${sendTo}. If it does not arrive, check SPF and DKIM of MAIL_FROM.`,
    );
  } catch (error) {
    return problem(
      `SMTP_URL: ${host} does not take email (${wordsOf(error)}). Check address, port, user and password, and the firewall.`,
    );
  }
}
