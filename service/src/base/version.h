/* What this program is. */
#ifndef SVC_BASE_VERSION_H
#define SVC_BASE_VERSION_H

/* Returns the version, such as 1.0.0 or 1.0.0-rc.1, static. */
const char *svc_version(void);

/* Returns the revision of the sources that were built, static: an abbreviated commit of git, with
 * -dirty after it where files differed from it; "unknown" without git. */
const char *svc_revision(void);

#endif
